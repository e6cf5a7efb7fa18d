import { Readable } from 'node:stream';
import { type Html, html } from '../../http/html.ts';
import { RECOGNISE } from '../../ingest/choose-reader.ts';
import { auditImport } from '../../jobs/audit-import.ts';
import { FeedRefusedError, type RunOutcome } from '../../jobs/feed-door.ts';
import { message } from '../../messages/messages.ts';
import { line, optional, typed, word } from '../kit/fields.ts';
import { formOf } from '../kit/form.ts';
import { BROWSING, done, form, screen } from '../kit/screen.ts';
import { section, table } from '../kit/ui.ts';
import { Failure, invalid, type SignedInVisit, type Visit } from '../kit/visit.ts';

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
    const list = table({
      caption: t('title'),
      none: t('none'),
      part: 'categories',
      columns: [
        [t('id'), ({ categoryId }) => html`<span class="mono">${categoryId}</span>`, 'line'],
        [
          t('path'),
          ({ categoryId, fullPath }) => html`<a href="/categories/${categoryId}"><bdi>${fullPath}</bdi></a>`,
        ],
      ],
      rows: categories,
    });
    const ids = categories.map(({ categoryId }) => categoryId);
    const names = new Map(categories.map(({ categoryId, fullPath }) => [categoryId, fullPath]));
    const add = visit.may('shop') && section(t('addTitle'), addForm(visit, ids, names), { id: 'add' });
    return { title: t('title'), lead: t('lead'), width: 'wide', body: html`${list}${add}` };
  },
  forms: {
    add: form('shop', CATEGORY, async (visit, { categoryId, categoryName, parentId }) => {
      const known = await visit.services.catalog.listCategories();
      if (known.some((one) => one.categoryId === categoryId))
        throw invalid('categoryId', message('categories.exists'));
      const outcome = await importRecord(visit, { kind: 'category', categoryId, categoryName, parentId });
      if (outcome.kind === 'busy') throw new Failure('BUSY', { detail: message('categories.busy') });
      if (outcome.kind !== 'report') throw new Error(`a category could not be imported: ${outcome.kind}`);
      const [problem] = outcome.report.problems;
      if (problem !== undefined) throw invalid(problem.field, problem.reason);
      return done('categories.added', { name: categoryName });
    }),
  },
});

/** A record that somebody typed takes the way of every feed. */
async function importRecord({ services, actor }: SignedInVisit, record: object): Promise<RunOutcome> {
  const { feedDoor, auditLog } = services;
  const text = JSON.stringify(record);
  const bytes = Buffer.byteLength(text);
  const source = { name: 'category', actor, bytes };
  const feed = { ...source, body: Readable.from([text]), bytesMax: bytes };
  const outcome = await feedDoor
    .take(feed, ({ run }) => run({ reading: RECOGNISE, source }))
    .catch((error): RunOutcome => {
      if (error instanceof FeedRefusedError) return { kind: 'busy' };
      throw error;
    });
  if (outcome.kind === 'report' && outcome.report.problemCount === 0)
    await auditImport(auditLog, source, outcome.report);
  return outcome;
}

function addForm(visit: Visit, ids: readonly string[], names: ReadonlyMap<string, string>): Html {
  const t = visit.words('categories');
  return formOf(visit, 'add', {
    fields: { ...CATEGORY, parentId: optional(word(ids)) },
    button: t('add'),
    body: (field) => [
      field('categoryId', { label: t('id'), hint: t('idHint') }),
      field('categoryName', { label: t('name') }),
      field('parentId', { label: t('parent'), none: t('top'), nameOf: (one) => names.get(one) ?? one }),
    ],
  });
}
