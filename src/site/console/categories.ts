import { Readable } from 'node:stream';
import { type Html, html } from '../../http/html.ts';
import { RECOGNISE } from '../../ingest/choose-reader.ts';
import { auditImport } from '../../jobs/audit-import.ts';
import { message } from '../../messages/messages.ts';
import { line, optional, typed, word } from '../kit/fields.ts';
import { formOf } from '../kit/form.ts';
import { BROWSING, done, form, screen } from '../kit/screen.ts';
import { section, table } from '../kit/ui.ts';
import { invalid, type Visit } from '../kit/visit.ts';
import { reached, takeFile } from './feed-upload.ts';

const CATEGORY = {
  categoryId: line(1, 40, { pattern: '[A-Za-z0-9._\\-]{1,40}', autocapitalize: 'none', spellcheck: 'false' }),
  categoryName: line(1, 200),
  parentId: optional(typed(1, 40)),
};

/** The tree in which products stand, and adding to it. A new category takes the way of every feed: checked, logged, undone. */
export const categoriesScreen = screen('/portal/console/categories', {
  needs: 'see-shop',
  limit: BROWSING,
  async show(visit) {
    const t = visit.words('categories');
    const categories = await visit.services.catalog.listCategories();
    const list = table(t, {
      caption: t('title'),
      none: t('none'),
      part: 'categories',
      columns: ['id:line', 'path'],
      rows: categories.map(({ categoryId, fullPath }) => [
        html`<span class="mono">${categoryId}</span>`,
        html`<a href="/categories/${categoryId}"><bdi>${fullPath}</bdi></a>`,
      ]),
    });
    const names = new Map(categories.map(({ categoryId, fullPath }) => [categoryId, fullPath]));
    const add = visit.may('shop') && section(t('addTitle'), addForm(visit, names), { id: 'add' });
    return { title: t('title'), lead: t('lead'), width: 'wide', body: html`${list}${add}` };
  },
  forms: {
    add: form('shop', CATEGORY, async (visit, { categoryId, categoryName, parentId }) => {
      const known = await visit.services.catalog.listCategories();
      if (known.some((one) => one.categoryId === categoryId))
        throw invalid('categoryId', message('categories.exists'));
      // A record that somebody typed takes the way of every feed.
      const record = { kind: 'category', categoryId, categoryName, parentId };
      const file = { name: 'category', body: Readable.from([JSON.stringify(record)]) };
      return takeFile({ ...visit, file }, RECOGNISE, async ({ feed, name, reading }) => {
        const source = { name, actor: visit.actor, bytes: feed.bytes };
        const { report } = reached(await feed.run({ reading, source }), 'report');
        const [problem] = report.problems;
        if (problem !== undefined) throw invalid(problem.field, problem.reason);
        await auditImport(visit.services.auditLog, source, report);
        return done('categories.added', { name: categoryName });
      });
    }),
  },
});

function addForm(visit: Visit, names: ReadonlyMap<string, string>): Html {
  const t = visit.words('categories');
  return formOf(visit, 'add', {
    fields: { ...CATEGORY, parentId: optional(word([...names.keys()])) },
    button: t('add'),
    body: (field) => [
      field('categoryId', { label: t('id'), hint: t('idHint') }),
      field('categoryName', { label: t('name') }),
      field('parentId', { label: t('parent'), none: t('top'), nameOf: (one) => names.get(one) ?? one }),
    ],
  });
}
