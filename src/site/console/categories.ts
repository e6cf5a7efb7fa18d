import { Readable } from 'node:stream';
import { CATEGORY_ID_FORM, type Category } from '../../catalog/category.ts';
import { type Html, html } from '../../http/html.ts';
import { RECOGNISE } from '../../ingest/choose-reader.ts';
import type { MessageId } from '../../messages/messages.ts';
import { choice, type InputOf, line, NO_CORRECTION, typed } from '../kit/fields.ts';
import { formOf } from '../kit/form.ts';
import { done, form, screen } from '../kit/screen.ts';
import { addressWith, section, table } from '../kit/ui.ts';
import { confirm, invalid, required, type SignedInVisit, type Visit } from '../kit/visit.ts';
import { reached, takeFile } from './feeds.ts';

const ID = line(1, 40, { pattern: CATEGORY_ID_FORM, ...NO_CORRECTION });
const CATEGORY = {
  categoryId: ID.called('categories.id', 'categories.idHint'),
  categoryName: line(1, 200).called('categories.name'),
  parentId: typed(1, 40).optional(),
};

const PATH = '/portal/console/categories';

/** The categories of the catalogue. A change made here is imported like a feed: checked, logged, undoable. */
export const categoriesScreen = screen(PATH, {
  needs: 'see-shop',
  limit: 'browsing',
  query: { category: typed(1, 40).optional() },
  async show(visit, query) {
    const t = visit.words('categories');
    const mayChange = visit.may('shop');
    const categories = await visit.services.catalog.listCategories();
    const changed = categories.find(({ categoryId }) => mayChange && categoryId === query.category);
    const list = table(t, {
      caption: t('title'),
      none: t('none'),
      part: 'categories',
      columns: ['id:line', 'path', mayChange && [html`<span class="unseen">${t('change')}</span>`]],
      rows: categories.map(({ categoryId, fullPath }) => [
        html`<span class="mono">${categoryId}</span>`,
        html`<a href="/categories/${categoryId}"><bdi>${fullPath}</bdi></a>`,
        html`<a href="${addressWith(PATH, { category: categoryId })}">${t('change')}</a>`,
      ]),
    });
    return {
      title: t('title'),
      lead: t('lead'),
      body: html`${mayChange && categoryForm(visit, categories, changed)}${list}`,
    };
  },
  forms: {
    add: form('shop', CATEGORY, async (visit, category) => {
      const known = await visit.services.catalog.listCategories();
      if (known.some(({ categoryId }) => categoryId === category.categoryId))
        throw invalid('categoryId', 'categories.exists');
      return importCategory(visit, category, 'categories.added');
    }),
    change: form('shop', CATEGORY, async (visit, change) => {
      const known = await visit.services.catalog.listCategories();
      const { categoryId, parentId = null } = change;
      const before = required(known.find((one) => one.categoryId === categoryId));
      const moved = known.filter(({ pathIds }) => pathIds.includes(categoryId));
      if (moved.some((one) => one.categoryId === parentId))
        throw invalid('parentId', 'categories.belowItself');
      const values = { from: before.fullPath, below: moved.length - 1 };
      if (parentId !== before.parentId) confirm(visit, categoryId, 'categories.moves', values);
      return importCategory(visit, change, 'categories.changed');
    }),
  },
});

function importCategory(visit: SignedInVisit, category: InputOf<typeof CATEGORY>, message: MessageId) {
  const record = { kind: 'category', ...category };
  const file = { name: 'category', body: Readable.from([JSON.stringify(record)]) };
  return takeFile({ ...visit, file }, RECOGNISE, async ({ feed, name, reading }) => {
    const source = { name, actor: visit.actor, bytes: feed.bytes };
    // Checked first, so that a typing error leaves no entry in the logs.
    const { report } = reached(await feed.run({ reading }), 'report');
    const [problem] = report.problems;
    if (problem !== undefined) throw invalid(problem.field, problem.reason);
    reached(await feed.run({ reading, source }), 'report');
    return done(message, { name: category.categoryName }, PATH);
  });
}

function categoryForm(visit: Visit, categories: readonly Category[], changed: Category | undefined): Html {
  const t = visit.words('categories');
  const isNew = changed === undefined;
  const possible = categories.filter(({ pathIds }) => isNew || !pathIds.includes(changed.categoryId));
  const names = new Map(possible.map(({ categoryId, fullPath }) => [categoryId, fullPath]));
  const { categoryId, categoryName } = CATEGORY;
  const parentId = choice(names).optional('categories.top').called('categories.parent');
  const others = { categoryName, parentId };
  const body = formOf(visit, isNew ? 'add' : 'change', {
    fields: isNew ? { categoryId, ...others } : others,
    hidden: isNew ? {} : { categoryId: changed.categoryId },
    values: { ...changed },
    button: t(isNew ? 'add' : 'save'),
  });
  if (isNew) return section(t('addTitle'), body, { id: 'add' });
  const title = t('changeTitle', { id: changed.categoryId, path: changed.fullPath });
  return section(title, body, { id: 'change', lead: t('changeHint') });
}
