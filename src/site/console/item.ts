import type { Category } from '../../catalog/category.ts';
import { dealDoubt } from '../../catalog/item.ts';
import {
  BULK_TARGET,
  DATA_FIELDS,
  type Decided,
  OVERRIDE_FIELDS,
  type OverridableItem,
  type OverrideChange,
  type OverrideField,
} from '../../catalog/item-overrides.ts';
import { type Html, type HtmlValue, html } from '../../http/html.ts';
import type { MessageId } from '../../messages/messages.ts';
import { day, type InputOf, id, integer, word } from '../kit/fields.ts';
import { buttonForm, formOf } from '../kit/form.ts';
import { done, form, screen } from '../kit/screen.ts';
import { facts, momentOf, notice, section, sideSection } from '../kit/ui.ts';
import { confirm, Failure, invalid, required, type SignedInVisit, type Visit } from '../kit/visit.ts';
import { priceOf } from '../shop/shelf.ts';
import { itemFields } from '../shop/shown-item.ts';
import { auditTable, decisionsOf } from './audit.ts';
import { confirmPrice, DATA, dataOf, REASON, readChangedData } from './item-data.ts';
import { SHOP, stateLines, valueText } from './items.ts';

const DAYS = { from: day().called('products.from'), until: day().called('products.until'), ...REASON };
const DEAL = {
  salePrice: integer(0, Number.MAX_SAFE_INTEGER).called('products.dealForm.price'),
  ...DAYS,
};

const FOLLOW = { field: word(OVERRIDE_FIELDS), ...REASON };

export const UNDO_FIELDS = { decisionId: id() };

interface Query {
  readonly itemId: number;
}

/** One product as operators manage it, with their decisions about it (docs/accounts.md#operators-decisions). */
export const itemScreen = screen(`${SHOP}/:itemId`, {
  needs: 'see-shop',
  query: { itemId: id() },
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
    data: decision('products.dataForm.saved', DATA, async (visit, item, { addCategory, ...typed }) => {
      const categoryIds = `${typed.categoryIds} ${addCategory}`.trim();
      const change = await readChangedData(item, { ...typed, categoryIds }, visit.services);
      confirmPrice(visit, item, { ...item, ...change });
      return change;
    }),
    follow: decision('products.followed', FOLLOW, (_visit, _item, { field }) => ({ [field]: undefined })),
    undo: form('shop', UNDO_FIELDS, async (visit, { decisionId }, { itemId }: Query) => {
      await takeBack(visit, decisionId, itemId);
      return done('products.undone');
    }),
  },
});

type Change = OverrideChange | Promise<OverrideChange>;

/** A form that decides something about the item. A decision that changes nothing isn't recorded. */
function decision<Takes extends typeof REASON>(
  message: MessageId,
  fields: Takes,
  changeOf: (visit: SignedInVisit, item: OverridableItem, input: InputOf<Takes>) => Change,
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

/** Undoes a decision; with `itemId`, only one that concerns this item alone. Throws NOT_FOUND, STALE and CatalogBusyError. */
export async function takeBack(visit: SignedInVisit, decisionId: number, itemId?: number): Promise<Decided> {
  const { itemOverrides } = visit.services;
  const [decision] = await itemOverrides.findDecisions([decisionId], itemId);
  if (decision === undefined || (itemId !== undefined && decision.items > 1)) throw new Failure('NOT_FOUND');
  return required(await itemOverrides.takeBack(decisionId, visit.actor, itemId), 'STALE');
}

export function orderedDays({ from, until }: { readonly from: number; readonly until: number }) {
  if (until < from) throw invalid('until', 'input.lastBeforeFirst');
  return { from, until };
}

/** Refuses a deal that isn't cheaper; asks for confirmation of a doubtful one. Throws INVALID and CONFIRM. */
function confirmDeal(visit: Visit, item: OverridableItem, salePrice: number): void {
  // A deal that isn't cheaper would be in no list of deals (docs/lists.md#deals) and is a typing error.
  const max = Math.ceil(item.shopPrice) - 1;
  if (max < 0) throw invalid('salePrice', 'input.noListPrice');
  if (salePrice > max) throw invalid('salePrice', 'input.wholeNumber', { min: 0, max });
  const doubt = dealDoubt(salePrice, item);
  const percent = Math.round((salePrice / item.shopPrice) * 1000) / 10;
  if (doubt === 'fixedPrice') confirm(visit, salePrice, 'input.fixedPrice', { salePrice, percent });
  else if (doubt === 'low') confirm(visit, salePrice, 'input.lowPrice', { salePrice, percent });
}

async function show(visit: SignedInVisit, { itemId }: Query) {
  const t = visit.words('products');
  const { catalog, itemOverrides, links } = visit.services;
  const item = required(await itemOverrides.find(itemId));
  const [stored] = await catalog.findItems([itemId]);
  const fields = stored === null || stored === undefined ? null : itemFields(stored, links);
  const { decision } = item;
  const about = facts(
    [
      [t('number'), itemId],
      item.isbn13 !== '' && ['ISBN13', item.isbn13],
      [t('prices'), `${priceOf(visit, item.shopPrice)} / ${priceOf(visit, item.salePrice)}`],
      [t('state'), stateLines(visit, item)],
      decision !== null && [t('history'), t('decidedAt', { time: momentOf(decision.decidedAtMs) })],
    ],
    'rows',
  );
  return {
    title: item.title,
    ...(fields === null ? {} : { lead: html`<bdi>${fields.author}</bdi>` }),
    hasTitles: true,
    body: html`<p class="small"><a href="${SHOP}">${t('back')}</a></p>
${item.withheld && notice('warn', t('withholding.isWithheld'))}
${sideSection(
  t('facts'),
  html`<div class="about">${fields !== null && html`<img src="${fields.cover}" alt="" width="100" height="148">`}<div>${about}
<p class="row">${!item.withheld && html`<a href="${links.item(itemId)}">${t('page')}</a>`}<a href="/portal/console/orders?item=${itemId}">${t('orders')}</a></p></div></div>`,
  'about',
)}
${visit.may('shop') && forms(visit, item, await catalog.listCategories())}
${section(t('history'), await itemHistory(visit, itemId), { id: 'history' })}`,
  };
}

function forms(visit: Visit, item: OverridableItem, categories: readonly Category[]): Html {
  const t = visit.words('products');
  return html`${sideSection(t('fields.withheld'), withholding(visit, item), 'withholding')}
${sideSection(t('deal'), daysForms(visit, item, 'deal'), 'deal')}
${sideSection(t('attention'), daysForms(visit, item, 'attention'), 'attention')}
${sideSection(t('dataForm.title'), dataForms(visit, item, categories), 'data')}`;
}

function withholding(visit: Visit, item: OverridableItem): Html {
  const t = visit.words('products');
  const set = item.withheld
    ? formOf(visit, 'show', { fields: REASON, button: t('withholding.show') })
    : html`<p>${t('withholding.body')}</p>${formOf(visit, 'withhold', { fields: REASON, button: t('withholding.withhold'), kind: 'danger' })}`;
  return html`${set}${fedValue(visit, item, 'withheld')}`;
}

/** The forms that set and end an item's deal, or the days on which it is featured (`attention`). */
function daysForms(visit: Visit, item: OverridableItem, name: 'deal' | 'attention'): Html {
  const t = visit.words('products');
  const hint = t('dealForm.priceHint', { price: priceOf(visit, item.shopPrice) });
  const set = formOf(visit, name, {
    fields: DEAL,
    values: { ...item[name] },
    button: t(`${name}Form.save`),
    kind: 'plain',
    body: (field) => [
      name === 'deal' && field('salePrice', { hint }),
      field('from'),
      field('until'),
      field('reason'),
    ],
  });
  const end = buttonForm(visit, `end-${name}`, {}, t(`${name}Form.end`));
  return html`<p>${t(`${name}Form.body`)}</p>${set}${item[name] !== null && end}${fedValue(visit, item, name)}`;
}

function dataForms(visit: Visit, item: OverridableItem, categories: readonly Category[]): Html {
  const t = visit.words('products');
  const names = new Map(categories.map(({ categoryId, fullPath }) => [categoryId, fullPath]));
  const addCategory = word([...names.keys()], names)
    .optional()
    .called('products.dataForm.addCategory');
  const set = formOf(visit, 'data', {
    fields: { ...DATA, addCategory },
    values: dataOf(item),
    button: t('dataForm.save'),
  });
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

/** An item's decisions, from the audit log. Those that concern only this item can be undone here. */
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
