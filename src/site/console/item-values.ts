import {
  DATA_FIELDS,
  type OverridableItem,
  type OverrideField,
  type OverrideFields,
} from '../../catalog/item-overrides.ts';
import { formatKstDay, kstDayOf } from '../../clock.ts';
import { type Html, html } from '../../http/html.ts';
import type { Visit } from '../kit/visit.ts';
import { priceOf } from '../shop/shelf.ts';

/** What an item is beside its data, and what operators decided. */
export function stateLines(visit: Visit, item: OverridableItem): readonly Html[] {
  const t = visit.words('products');
  const { withheld, attention, deal, decision } = item;
  const corrected = DATA_FIELDS.filter((field) => field in (decision?.decided ?? {}));
  const lines = [
    withheld ? html`<strong class="bad">${t('withheld')}</strong>` : html`${t('visible')}`,
    attention !== null && html`${t('attention')} ${daysText(visit, attention)}`,
    deal !== null &&
      html`${t('deal')} ${t('dealPrice', { price: priceOf(visit, deal.salePrice) })} ${daysText(visit, deal)}`,
    corrected.length > 0 &&
      html`${t('corrected', { fields: corrected.map((field) => t(`fields.${field}`)).join(', ') })}`,
  ];
  return lines.filter((line) => line !== false);
}

/** Days, and whether they are now, upcoming or over. */
export function daysText(
  visit: Visit,
  { from, until }: { readonly from: number; readonly until: number },
): string {
  const t = visit.words('products');
  const today = kstDayOf(visit.services.clock.nowMs());
  const when = until < today ? 'over' : from > today ? 'coming' : 'now';
  return `${t('days', { from: formatKstDay(from), until: formatKstDay(until) })} (${t(when)})`;
}

/** The value of a field in words. */
export function valueText(visit: Visit, values: Partial<OverrideFields>, field: OverrideField): string {
  const t = visit.words('products');
  const { withheld, attention, deal } = values;
  if (field === 'withheld') return t(withheld === true ? 'withheld' : 'visible');
  if (field === 'attention') return attention ? daysText(visit, attention) : t('nothing');
  if (field === 'deal')
    return deal
      ? `${t('dealPrice', { price: priceOf(visit, deal.salePrice) })} ${daysText(visit, deal)}`
      : t('nothing');
  const value = values[field];
  const text = Array.isArray(value) ? value.join(' ') : String(value ?? '');
  return text === '' ? t('nothing') : text.length > SHOWN_MAX ? `${text.slice(0, SHOWN_MAX)}…` : text;
}

/** Characters of a long text that tell what it is. */
const SHOWN_MAX = 100;
