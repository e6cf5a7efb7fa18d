import type { Category } from '../../catalog/category.ts';
import {
  BULK_TARGET,
  DATA_FIELDS,
  type OverridableItem,
  type OverrideField,
} from '../../catalog/item-overrides.ts';
import { type Html, type HtmlValue, html } from '../../http/html.ts';
import { id, word } from '../kit/fields.ts';
import { buttonForm, formOf } from '../kit/form.ts';
import { screen } from '../kit/screen.ts';
import { facts, momentOf, notice, section, sideSection } from '../kit/ui.ts';
import { required, type SignedInVisit, type Visit } from '../kit/visit.ts';
import { priceOf } from '../shop/shelf.ts';
import { itemFields } from '../shop/shown-item.ts';
import { auditTable, decisionsOf } from './audit.ts';
import { DATA, DEAL, dataOf, itemForms, REASON } from './item-decisions.ts';
import { SHOP, stateLines, valueText } from './items.ts';

/** One product as operators manage it (docs/accounts.md#operators-decisions). */
export const itemScreen = screen(`${SHOP}/:itemId`, {
  needs: 'see-shop',
  query: { itemId: id() },
  show,
  forms: itemForms,
});

async function show(visit: SignedInVisit, { itemId }: { readonly itemId: number }) {
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

/** The forms that set and end a deal or a feature. */
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

/** The feed's value under a decision, and the button to return to it. */
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
