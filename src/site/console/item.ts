import type { Category } from '../../catalog/category.ts';
import { dealDoubt } from '../../catalog/item.ts';
import {
  BULK_TARGET,
  type OverrideChange as Change,
  DATA_FIELDS,
  OVERRIDE_FIELDS,
  type OverridableItem,
  type OverrideField,
  pickOverrides,
} from '../../catalog/item-overrides.ts';
import { type Html, type HtmlValue, html } from '../../http/html.ts';
import { checkRecord } from '../../ingest/check-record.ts';
import type { MessageId } from '../../messages/messages.ts';
import { choice, day, type InputOf, id, integer, line, number, paragraph, word } from '../kit/fields.ts';
import { buttonForm, formOf } from '../kit/form.ts';
import { done, form, screen } from '../kit/screen.ts';
import type { Services } from '../kit/services.ts';
import { facts, momentOf, notice, section, sideSection } from '../kit/ui.ts';
import { confirm, invalid, required, type SignedInVisit, type Visit } from '../kit/visit.ts';
import { itemFields, priceOf } from '../shop/page.ts';
import { auditTable, decisionsOf } from './audit.ts';
import { orderedDays, REASON, SHOP, stateLines, takeBack, UNDO_FIELDS, valueText } from './items.ts';

const DAYS = { from: day().called('products.from'), until: day().called('products.until'), ...REASON };
const DEAL = { salePrice: integer(0, Number.MAX_SAFE_INTEGER), ...DAYS };
const FOLLOW = { field: word(OVERRIDE_FIELDS), ...REASON };

/** Feeds may contain longer texts. */
const LONG_TEXT_MAX = 20_000;
const URL_TEXT = line(0, LONG_TEXT_MAX, { inputmode: 'url' });
const PRICE = number(0, Number.MAX_SAFE_INTEGER);
const TEXT = line(0, LONG_TEXT_MAX);
const DATA = {
  title: TEXT.called('products.fields.title'),
  shopPrice: PRICE.called('products.fields.shopPrice'),
  salePrice: PRICE.called('products.fields.salePrice'),
  categoryIds: TEXT.called('products.fields.categoryIds', 'products.dataForm.categoriesHint'),
  addCategory: line(0, 100).or(''),
  cover: URL_TEXT.called('products.fields.cover', 'products.dataForm.coverHint'),
  bookIntroduction: paragraph(0, LONG_TEXT_MAX).called('products.fields.bookIntroduction'),
  ...REASON,
};

const QUERY = { itemId: id() };
type Query = InputOf<typeof QUERY>;

/** One product, and the decisions of operators about it (docs/accounts.md#operators-decisions). */
export const itemScreen = screen(`${SHOP}/:itemId`, {
  needs: 'see-shop',
  query: QUERY,
  show,
  forms: {
    withhold: decision('products.withholding.done', REASON, (visit, { itemId, title }) => {
      confirm(visit, String(itemId), 'products.withholding.why', { title });
      return { withheld: true };
    }),
    show: decision('products.withholding.shown', REASON, () => ({ withheld: false })),
    attention: decision('products.attentionForm.saved', DAYS, (_visit, _item, days) => ({
      attention: orderedDays(days),
    })),
    'end-attention': decision('products.attentionForm.ended', REASON, () => ({ attention: null })),
    deal: decision('products.dealForm.saved', DEAL, (visit, item, { salePrice, ...days }) => {
      const deal = { salePrice, ...orderedDays(days) };
      confirmDeal(visit, item, salePrice);
      return { deal };
    }),
    'end-deal': decision('products.dealForm.ended', REASON, () => ({ deal: null })),
    data: decision('products.dataForm.saved', DATA, async (visit, item, typed) => {
      const change = await readChangedData(item, typed, visit.services);
      confirmPrice(visit, item, change);
      return change;
    }),
    follow: decision('products.followed', FOLLOW, (_visit, _item, { field }) => ({ [field]: undefined })),
    undo: form('shop', UNDO_FIELDS, async (visit, { decisionId }, { itemId }: Query) => {
      await takeBack(visit, decisionId, itemId);
      return done('products.undone');
    }),
  },
});

/** A form that decides something about the item. A decision that changes nothing isn't recorded. */
function decision<Takes extends typeof REASON>(
  message: MessageId,
  fields: Takes,
  changeOf: (visit: SignedInVisit, item: OverridableItem, input: InputOf<Takes>) => Change | Promise<Change>,
) {
  return form('shop', fields, async (visit, input, { itemId }: Query) => {
    const { itemOverrides } = visit.services;
    const change = await changeOf(visit, required(await itemOverrides.find(itemId)), input);
    if (Object.keys(change).length === 0) return done('products.dataForm.unchanged');
    const { reason } = input as InputOf<typeof REASON>;
    await itemOverrides.decide(new Map([[itemId, change]]), { by: visit.actor, reason });
    return done(message);
  });
}

/** Throws INVALID for a deal that isn't cheaper, and CONFIRM for a doubtful one. */
function confirmDeal(visit: Visit, item: OverridableItem, salePrice: number): void {
  // A deal that isn't cheaper would be in no list of deals (docs/lists.md#deals): it is a typing error.
  const max = Math.ceil(item.shopPrice) - 1;
  if (max < 0) throw invalid('salePrice', 'input.noListPrice');
  if (salePrice > max) throw invalid('salePrice', 'input.wholeNumber', { min: 0, max });
  const doubt = dealDoubt(salePrice, item);
  const percent = Math.round((salePrice / item.shopPrice) * 1000) / 10;
  if (doubt === 'fixedPrice') confirm(visit, salePrice, 'input.fixedPrice', { salePrice, percent });
  else if (doubt === 'low') confirm(visit, salePrice, 'input.lowPrice', { salePrice, percent });
}

/** A price that changes by more than this factor is likely a typing error. */
const JUMP = 2;

/** Throws CONFIRM for a price above the list price, and for a price that jumps. */
function confirmPrice(visit: Visit, before: OverridableItem, change: Change): void {
  const { shopPrice = before.shopPrice, salePrice = before.salePrice } = change;
  const jumps = (from: number, to: number) => from > 0 && (to > from * JUMP || to * JUMP < from);
  if (jumps(before.shopPrice, shopPrice) || jumps(before.salePrice, salePrice)) {
    const from = `${before.shopPrice} / ${before.salePrice}`;
    confirm(visit, salePrice, 'input.priceJump', { from, to: `${shopPrice} / ${salePrice}` });
  } else if (shopPrice > 0 && salePrice > shopPrice && salePrice !== before.salePrice)
    confirm(visit, salePrice, 'input.aboveList', { salePrice, shopPrice });
}

/** The form's values for an item. Category ids are separated by blanks, the main one first. */
function dataOf({ categoryIds, cover, bookIntroduction, ...item }: OverridableItem) {
  const texts = { cover: cover ?? '', bookIntroduction: bookIntroduction ?? '' };
  return { ...item, ...texts, categoryIds: categoryIds.join(' ') };
}

/** The fields that the operator changed, checked like a patch in a feed. Throws INVALID. */
async function readChangedData(
  item: OverridableItem,
  { addCategory, ...data }: InputOf<typeof DATA>,
  { clock, catalog }: Services,
) {
  const typed = { ...data, categoryIds: `${data.categoryIds} ${addCategory}`.trim() };
  const before = dataOf(item);
  const changed = DATA_FIELDS.filter((name) => typed[name] !== before[name]);
  if (changed.length === 0) return {};
  const categoryIds = typed.categoryIds.split(/[\s,]+/).filter(Boolean);
  const { bookIntroduction, ...others } = pickOverrides({ ...typed, categoryIds }, changed);
  const contentDetail = bookIntroduction === undefined ? {} : { contentDetail: { bookIntroduction } };
  const patch = { kind: 'patch', itemId: item.itemId, ...others, ...contentDetail };
  const { outcome, warnings } = checkRecord(patch, clock.nowMs());
  const fault = 'reason' in outcome ? outcome : warnings.find(({ isLeftOut }) => isLeftOut);
  if (fault !== undefined) throw invalid(fault.field.replace(/^contentDetail\.|\[\d+\]$/g, ''), fault.reason);
  if (!('fields' in outcome)) throw new Error('a patch is checked as one');
  const { fields } = outcome;
  const read = { ...fields, bookIntroduction: fields.contentDetail?.bookIntroduction ?? null };
  // A feed may name a category before importing this category. If an operator names an unknown category, it is a typing error.
  const known = new Set((await catalog.listCategories()).map(({ categoryId }) => categoryId));
  const change = pickOverrides(read, changed);
  const unknown = change.categoryIds?.find((categoryId) => !known.has(categoryId));
  if (unknown !== undefined) throw invalid('categoryIds', 'input.noCategory', { unknown });
  return change;
}

async function show(visit: SignedInVisit, { itemId }: Query) {
  const t = visit.words('products');
  const { catalog, itemOverrides, links } = visit.services;
  const item = required(await itemOverrides.find(itemId));
  const [stored] = await catalog.findItems([itemId]);
  const fields = stored && itemFields(stored, links);
  const { decision } = item;
  const about = facts('rows', [
    [t('number'), itemId],
    item.isbn13 !== '' && ['ISBN13', item.isbn13],
    [t('prices'), `${priceOf(visit, item.shopPrice)} / ${priceOf(visit, item.salePrice)}`],
    [t('state'), stateLines(visit, item)],
    decision !== null && [t('history'), t('decidedAt', { time: momentOf(decision.decidedAtMs) })],
  ]);
  return {
    title: item.title,
    ...(fields && { lead: html`<bdi>${fields.author}</bdi>` }),
    hasTitles: true,
    body: html`<p class="small"><a href="${SHOP}">${t('back')}</a></p>
${item.withheld && notice('warn', t('withholding.isWithheld'))}
${sideSection(
  t('facts'),
  html`<div class="about">${fields && html`<img src="${fields.cover}" alt="" width="100" height="148">`}<div>${about}
<p class="row">${!item.withheld && html`<a href="${links.item(itemId)}">${t('page')}</a>`}<a href="/portal/console/orders?item=${itemId}">${t('orders')}</a></p></div></div>`,
  'about',
)}
${visit.may('shop') && forms(visit, item, await catalog.listCategories())}
${section(t('history'), await itemHistory(visit, itemId), { id: 'history' })}`,
  };
}

function forms(visit: Visit, item: OverridableItem, categories: readonly Category[]): Html {
  const t = visit.words('products');
  const withholding = item.withheld
    ? formOf(visit, 'show', { fields: REASON, button: t('withholding.show') })
    : html`<p>${t('withholding.body')}</p>${formOf(visit, 'withhold', { fields: REASON, button: t('withholding.withhold'), kind: 'danger' })}`;
  return html`${sideSection(t('fields.withheld'), html`${withholding}${fedValue(visit, item, 'withheld')}`, 'withholding')}
${sideSection(t('deal'), daysForms(visit, item, 'deal'), 'deal')}
${sideSection(t('attention'), daysForms(visit, item, 'attention'), 'attention')}
${sideSection(t('dataForm.title'), dataForms(visit, item, categories), 'data')}`;
}

function daysForms(visit: Visit, item: OverridableItem, name: 'deal' | 'attention'): Html {
  const t = visit.words('products');
  const price = { price: priceOf(visit, item.shopPrice) };
  const salePrice = DEAL.salePrice.called('products.dealForm.price', 'products.dealForm.priceHint', price);
  const set = formOf(visit, name, {
    fields: name === 'deal' ? { ...DEAL, salePrice } : DAYS,
    values: { ...item[name] },
    button: t(`${name}Form.save`),
    kind: 'plain',
  });
  const end = buttonForm(visit, `end-${name}`, {}, t(`${name}Form.end`));
  return html`<p>${t(`${name}Form.body`)}</p>${set}${item[name] !== null && end}${fedValue(visit, item, name)}`;
}

function dataForms(visit: Visit, item: OverridableItem, categories: readonly Category[]): Html {
  const t = visit.words('products');
  const names = new Map(categories.map(({ categoryId, fullPath }) => [categoryId, fullPath]));
  const addCategory = choice(names).optional().called('products.dataForm.addCategory');
  const fields = { ...DATA, addCategory };
  const set = formOf(visit, 'data', { fields, values: dataOf(item), button: t('dataForm.save') });
  return html`<p>${t('dataForm.body')}</p>${set}${DATA_FIELDS.map((name) => fedValue(visit, item, name))}`;
}

/** The feed's value that a decision overrides, with a button to return to it. */
function fedValue(visit: Visit, { decision }: OverridableItem, field: OverrideField): HtmlValue {
  if (decision === null || !(field in decision.decided)) return null;
  const t = visit.words('products');
  const value = valueText(visit, decision.fed, field);
  return html`<p>${t.html('saysFeed', { value: html`<bdi>${value}</bdi>` })}</p>
${buttonForm(visit, 'follow', { field }, t('followFeed', { name: t(`fields.${field}`) }))}`;
}

const DECISIONS_MAX = 50;
const BULK_LINES_MAX = 200;

/** The decisions about an item. A decision about several items can't be undone here. */
async function itemHistory(visit: Visit, itemId: number): Promise<Html> {
  const t = visit.words('products');
  const { auditLog } = visit.services;
  const about = `item:${itemId}`;
  const own = await auditLog.list({ target: about }, DECISIONS_MAX);
  const together = await auditLog.list({ target: BULK_TARGET }, BULK_LINES_MAX);
  const decisionOf = await decisionsOf(together, visit.services, itemId);
  const lines = [...own, ...together.filter((line) => decisionOf(line) !== undefined)]
    .sort((one, other) => other.atMs - one.atMs)
    .slice(0, DECISIONS_MAX);
  return auditTable(visit, lines, { caption: t('history'), none: t('noHistory'), about });
}
