import { message } from '../../messages/messages.ts';
import { untilChanged } from '../../until-changed.ts';
import { type Reason, show } from '../reason.ts';

/** A price as it is written, or why it can't be read. */
export type PriceText = { readonly price: number } | { readonly reason: Reason } | null;

/** Signs and names of money, and the backslash that is the won sign in fonts for Korean and the yen sign in those for Japanese. */
const MONEY = String.raw`(?:[₩$€£¥\\]|원|won|krw|usd|eur|gbp|jpy)`;
const BEFORE = new RegExp(`^${MONEY}+`, 'i');
const BEHIND = new RegExp(`(?:${MONEY}|[.,]-{1,2})+$`, 'i');
/** What stands in brackets behind a price says something about it: 12,900원 (10%할인). */
const REMARK = /(?<=\d.*)[([【].*$/u;

/** Decimals that people give a price in a currency; 2 for a currency that nobody knows. */
const decimalsOf = untilChanged((currency: string) => {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  return format.resolvedOptions().maximumFractionDigits ?? 2;
});

/**
 * Reads a price as people write it: `\12,000`, `12.900,00`, `12 900`, `12,900원 (10%할인)`, `1.29E+04`. Null when it is no
 * price. A fraction where the currency has none is most likely a sign of thousands, so it is not read, and the reason says what was
 * probably meant.
 */
export function readPrice(text: string, currency: string): PriceText {
  // Nearly all cells, in a fraction of the time.
  if (/^\d{1,15}$/.test(text)) return { price: Number(text) };
  const bare = bareOf(text.normalize('NFKC').replace(REMARK, ''));
  const price = numberIn(bare) ?? grouped(bare) ?? (EXPONENT.test(bare) ? Number(bare) : null);
  if (price === null || Number.isInteger(price) || decimalsOf(currency) > 0)
    return price === null ? null : { price };
  return {
    reason: message('feeds.noFraction', { shown: show(text), currency, likely: likelyPrice(bare, price) }),
  };
}

/** What spreadsheets make of long numbers. Of other numbers than prices the digits that are lost could matter. */
const EXPONENT = /^\d(?:\.\d{1,14})?e\+?\d{1,2}$/i;

/**
 * A number without commas of thousands, signs of money and blanks; null when that is not a number. Unlike in a price, 1.299.000 may
 * be a code or a version.
 */
export function numberOf(text: string): number | null {
  return /^\d{1,15}$/.test(text) ? Number(text) : numberIn(bareOf(text));
}

function bareOf(text: string): string {
  return text.normalize('NFKC').replace(/\s/g, '').replace(BEFORE, '').replace(BEHIND, '');
}

function numberIn(bare: string): number | null {
  if (/^-?\d{1,3}(?:,\d{3})+(?:\.\d{1,10})?$/.test(bare)) return Number(bare.replaceAll(',', ''));
  // A comma before one or two digits can't separate thousands.
  return /^-?\d{1,15}(?:\.\d{1,10}|,\d{1,2})?$/.test(bare) ? Number(bare.replace(',', '.')) : null;
}

/** A price whose thousands have other signs: points of thousands are proven by a comma behind them, or by a second one. */
function grouped(bare: string): number | null {
  if (/^-?\d{1,3}(?:['’]\d{3})+(?:[.,]\d{1,2})?$/.test(bare))
    return Number(bare.replace(/['’]/g, '').replace(',', '.'));
  if (/^-?\d{1,3}(?:\.\d{3})+,\d{1,2}$/.test(bare) || /^-?\d{1,3}(?:\.\d{3}){2,}$/.test(bare))
    return Number(bare.replaceAll('.', '').replace(',', '.'));
  return null;
}

/** 12.900 and, from a spreadsheet that took it for a number, 12.9 are 12900; 12149.55 was calculated. */
function likelyPrice(bare: string, price: number): number {
  const thousands = Math.round(price * 1000);
  return /^\d{1,3}\.\d{1,3}$/.test(bare) ? thousands : Math.round(price);
}
