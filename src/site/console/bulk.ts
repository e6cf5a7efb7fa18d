import { setImmediate } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { compactIsbn, isbn13Of, isIsbn13Form } from '../../catalog/isbn.ts';
import { dealDoubt } from '../../catalog/item.ts';
import {
  BULK_TARGET,
  OVERRIDE_FIELDS,
  type OverridableItem,
  type OverrideFields,
} from '../../catalog/item-overrides.ts';
import { type Html, html } from '../../http/html.ts';
import { day, givenOf, type InputOf, integer, paragraph, readFields, word } from '../kit/fields.ts';
import { formOf } from '../kit/form.ts';
import { done, form, screen } from '../kit/screen.ts';
import type { Services } from '../kit/services.ts';
import { notice, section, table } from '../kit/ui.ts';
import { confirm, Failure, invalid, type Page, required, type Visit } from '../kit/visit.ts';
import { priceOf } from '../shop/page.ts';
import { auditTable } from './audit.ts';
import { orderedDays, REASON, SHOP, takeBack, UNDO_FIELDS } from './items.ts';

const BULK_MAX = 1000;
const DECISIONS = ['withhold', 'feature', 'deal'] as const;

const BULK_FIELDS = {
  decision: word(DECISIONS, 'products.bulk.decisions').called('products.bulk.decision'),
  items: paragraph(1, 40_000).called('products.bulk.items', 'products.bulk.itemsHint'),
  from: day().optional().called('products.from'),
  until: day().optional().called('products.until'),
  percent: integer(1, 99).optional().called('products.bulk.percent', 'products.bulk.percentHint'),
};
type Bulk = InputOf<typeof BULK_FIELDS>;

/** `changes` is the number of changes that the preview showed. */
const APPLY_FIELDS = { ...BULK_FIELDS, changes: integer(0, BULK_MAX), ...REASON };

/** One decision about many items, with a preview. It is applied, and undone, in one step. */
export const bulkScreen = screen(`${SHOP}/bulk`, {
  needs: 'shop',
  // After a failure, the preview is made again, so that its form can be resubmitted.
  show: (visit) =>
    bulkPage(visit, visit.problem?.form === 'apply' ? readFields(BULK_FIELDS, visit.problem.sent) : null),
  forms: {
    preview: form(['shop', 'bulk'], BULK_FIELDS, bulkPage),
    apply: form(['shop', 'bulk'], APPLY_FIELDS, async (visit, { changes: previewed, reason, ...bulk }) => {
      const { changes, doubtful } = await planOf(bulk, visit.services);
      if (changes.size !== previewed) throw new Failure('STALE');
      const deals = changes.size;
      if (doubtful > 0) confirm(visit, doubtful, 'input.doubtfulDeals', { doubtful, deals });
      const { decision: action, percent, from, until } = bulk;
      const decision = { by: visit.actor, reason, bulk: { action, percent, from, until } };
      const made = required(await visit.services.itemOverrides.decide(changes, decision), 'STALE');
      return done('products.bulk.done', { count: made.items });
    }),
    undo: form('shop', UNDO_FIELDS, async (visit, { decisionId }) => {
      const { items, left } = await takeBack(visit, decisionId);
      return done('products.bulk.takenBack', { count: items, left });
    }),
  },
});

type Note = 'same' | 'noListPrice' | 'fixedPrice' | 'low' | null;
type Plan = Awaited<ReturnType<typeof planOf>>;

async function planOf(bulk: Bulk, services: Services) {
  const changeOf = readChange(bulk);
  const { found, unknown } = await findItems(bulk.items, services);
  const planned = found.map((item) => {
    const change = changeOf(item);
    return { item, change, note: noteOf(item, change) };
  });
  const changing = planned.filter(({ note }) => note !== 'same' && note !== 'noListPrice');
  return {
    bulk,
    planned,
    unknown,
    changes: new Map(changing.map(({ item, change }) => [item.itemId, change])),
    doubtful: changing.filter(({ note }) => note !== null).length,
  };
}

/** Returns a function from an item to its change. A deal changes no item without a list price. */
function readChange(bulk: Bulk): (item: OverridableItem) => Partial<OverrideFields> {
  const { decision, from, until, percent } = bulk;
  if (decision === 'withhold') return () => ({ withheld: true });
  if (from === undefined) throw invalid('from', 'input.dayLike');
  if (until === undefined) throw invalid('until', 'input.dayLike');
  const days = orderedDays({ from, until });
  if (decision === 'feature') return () => ({ attention: days });
  if (percent === undefined) throw invalid('percent', 'input.wholeNumber', { min: 1, max: 99 });
  const saleOf = (listPrice: number) => Math.floor((listPrice * (100 - percent)) / 100);
  return ({ shopPrice }) => (shopPrice <= 0 ? {} : { deal: { salePrice: saleOf(shopPrice), ...days } });
}

/** Why an item wouldn't change, or why its deal is doubtful; null if neither. */
function noteOf(item: OverridableItem, change: Partial<OverrideFields>): Note {
  const fields = OVERRIDE_FIELDS.filter((field) => field in change);
  if (fields.length === 0) return 'noListPrice';
  if (fields.every((field) => isDeepStrictEqual(change[field], item[field]))) return 'same';
  const doubt = change.deal ? dealDoubt(change.deal.salePrice, item) : null;
  return doubt === 'aboveList' ? 'noListPrice' : doubt;
}

/** The items whose numbers or ISBNs a text lists, each once, and the entries without an item. Throws INVALID. */
async function findItems(text: string, { catalog, itemOverrides }: Services) {
  const names = [...new Set(text.split(/[\s,;]+/).filter(Boolean))];
  if (names.length === 0) throw invalid('items', 'input.itemToFind');
  if (names.length > BULK_MAX) throw invalid('items', 'input.tooManyItems', { max: BULK_MAX });
  const found = new Map<number, OverridableItem>();
  const unknown: string[] = [];
  for (const name of names) {
    // A text may name a thousand items, so other requests are answered between look-ups.
    await setImmediate();
    const isbn = compactIsbn(name);
    const isbn13 = isIsbn13Form(isbn) ? isbn : isbn13Of(isbn);
    const itemId =
      (isbn13 === null ? null : await catalog.findItemIdByIsbn13(isbn13)) ??
      (/^[1-9]\d{0,15}$/.test(name) ? Number(name) : 0);
    const item = await itemOverrides.find(itemId);
    if (item === null) unknown.push(name);
    else found.set(itemId, item);
  }
  return { found: [...found.values()], unknown };
}

const SHOWN_MAX = 20;

async function bulkPage(visit: Visit, bulk: Bulk | null): Promise<Page> {
  const t = visit.words('products');
  const previewed = bulk && (await planOf(bulk, visit.services));
  const ask = formOf(visit, 'preview', {
    fields: BULK_FIELDS,
    values: bulk ?? {},
    button: t('bulk.preview'),
    kind: 'plain',
    attributes: { 'data-preview': 'preview', 'data-preview-form': 'preview' },
    body: (field) => [
      field('decision'),
      field('items'),
      html`<div class="filters">${field('percent')}${field('from')}${field('until')}</div>`,
    ],
  });
  const lines = await visit.services.auditLog.list({ target: BULK_TARGET }, SHOWN_MAX);
  const about = { caption: t('bulk.history'), none: t('bulk.none'), about: BULK_TARGET };
  const history = await auditTable(visit, lines, about);
  return {
    title: t('bulk.title'),
    lead: t('bulk.lead', { max: BULK_MAX }),
    body: html`<p><a href="${SHOP}">${t('back')}</a></p>
${section(t('bulk.change'), ask, { part: 'bulk' })}
<div id="preview">${previewed !== null && preview(visit, previewed)}</div>
${section(t('bulk.history'), history, { id: 'history' })}`,
  };
}

function preview(visit: Visit, { bulk, planned, unknown, changes, doubtful }: Plan): Html {
  const t = visit.words('products');
  const sums = { found: planned.length, changes: changes.size, unknown: unknown.length };
  const apply = formOf(visit, 'apply', {
    fields: REASON,
    hidden: { ...givenOf(BULK_FIELDS, bulk), changes: changes.size },
    button: t('bulk.apply', { count: changes.size }),
  });
  const rows = table(t, {
    caption: t('bulk.caption'),
    part: 'planned',
    columns: ['item', 'prices:number', 'state'],
    rows: planned.map(({ item: { itemId, title, isbn13, shopPrice }, change: { deal }, note }) => [
      html`<a href="${SHOP}/${itemId}"><bdi>${title}</bdi></a><span class="block">${itemId} ${isbn13}</span>`,
      [priceOf(visit, shopPrice), deal && ` → ${priceOf(visit, deal.salePrice)}`],
      t(`bulk.notes.${note ?? 'changes'}`),
    ]),
  });
  const body = html`<div class="stack"><p role="status">${t('bulk.summary', sums)}</p>
${doubtful > 0 && notice('warn', t('bulk.doubtful', { count: doubtful }))}
${unknown.length > 0 && html`<p>${t('bulk.unknown')}: <bdi data-part="unknown">${unknown.join(', ')}</bdi></p>`}
${changes.size > 0 && apply}${planned.length > 0 && rows}</div>`;
  return section(t('bulk.caption'), body, { part: 'preview' });
}
