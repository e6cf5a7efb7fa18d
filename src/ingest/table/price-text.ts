import { memoizeLast } from '../../base/memoize-last.ts';
import { message } from '../../messages/messages.ts';
import { type Reason, show } from '../reason.ts';

/** A price as it is written, or why it can't be read. */
export type PriceText = { readonly price: number } | { readonly reason: Reason } | null;

/** A remark in brackets after a price: 12,900원 (10%할인). */
const REMARK = /(?<=\d.*)[([【].*$/u;

/** A number with what surrounds it: `US$ 12.90`, `-12,000원`, `12,-`. */
const PARTS = /^([^\d+-]*)([+-]?\d.*?)(?:[.,]-{1,2})?([^\d.,'’-]*)$/u;

/** Decimals of a currency; 2 for an unknown one. */
const decimalsOf = memoizeLast((currency: string) => {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  return format.resolvedOptions().maximumFractionDigits ?? 2;
});

/** Words of other languages that Intl doesn't give. The backslash is the won or yen sign in fonts for Korean and Japanese. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  KRW: ['원', '원정', 'won', 'krw', '\\'],
  JPY: ['円', '엔', 'yen', '\\'],
  CNY: ['元', '위안', 'rmb'],
  USD: ['달러', 'dollar', 'dollars', 'us$', '$'],
  EUR: ['유로', 'euro', 'euros'],
  GBP: ['파운드', 'pound', 'pounds'],
};

/** Signs, codes and names of one currency. */
const moneyOf = memoizeLast((currency: string): ReadonlySet<string> => {
  const displays = ['symbol', 'narrowSymbol', 'code'] as const;
  const signs = displays.flatMap((currencyDisplay) =>
    ['en', 'ko'].map((language) => {
      const parts = new Intl.NumberFormat(language, { style: 'currency', currency, currencyDisplay });
      return parts.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? '';
    }),
  );
  return new Set([...signs, ...(WORDS[currency] ?? [])].map((sign) => sign.normalize('NFKC').toLowerCase()));
});

const CODES = new Set(Intl.supportedValuesOf('currency').map((code) => code.toLowerCase()));

/** The meaning of a word or sign beside a number: this currency, another one, or something else. */
function moneyIn(text: string, currency: string): 'none' | 'ours' | 'foreign' | 'other' {
  const words = text.toLowerCase().match(/\p{L}*\p{Sc}|\p{L}+|\\|[^\s.:]/gu) ?? [];
  if (words.length === 0) return 'none';
  if (words.every((word) => moneyOf(currency).has(word))) return 'ours';
  const isMoney = (word: string) =>
    /\p{Sc}|^\\$/u.test(word) || CODES.has(word) || Object.values(WORDS).flat().includes(word);
  return words.every(isMoney) ? 'foreign' : 'other';
}

/**
 * Reads a price in common notations: `\12,000`, `12.900,00`, `12 900`, `12,900원 (10%할인)`, `1.29E+04`. Null when it isn't a price.
 * Not read are a fraction where the currency has none, which most likely is a thousands separator (the reason says what was
 * probably meant), and a price in another currency.
 */
export function readPrice(text: string, currency: string): PriceText {
  // A fast path for nearly all cells.
  if (/^\d{1,15}$/.test(text)) return { price: Number(text) };
  const plain = text.normalize('NFKC').replace(REMARK, '').trim();
  const exponent = plain.replace(/\s/g, '');
  if (EXPONENT.test(exponent)) return { price: Number(exponent) };
  const [, before = '', number = '', behind = ''] = PARTS.exec(plain) ?? [];
  const sides = [moneyIn(before, currency), moneyIn(behind, currency)];
  if (sides.includes('other')) return null;
  const bare = number.replace(/\s/g, '');
  const price = numberIn(bare) ?? grouped(bare);
  if (price === null) return null;
  if (sides.includes('foreign'))
    return { reason: message('feeds.foreignPrice', { shown: show(text), currency }) };
  // Prices without decimals aren't written with three zero decimals.
  if ((Number.isInteger(price) && !THOUSANDS.test(bare)) || decimalsOf(currency) > 0) return { price };
  return {
    reason: message('feeds.noFraction', { shown: show(text), currency, likely: likelyPrice(bare, price) }),
  };
}

/** 15.000, which most likely is 15000. */
const THOUSANDS = /^-?[1-9]\d{0,2}\.\d{3}$/;

/** The unit of all prices in a column's heading, in brackets: another currency, or thousands; null without one. */
export function unitIn(heading: string, currency: string): string | null {
  const [, said = ''] = /[([](?:단위)?[\s:]*([^)\]]+)/.exec(heading.normalize('NFKC')) ?? [];
  const unit = said.trim();
  return /^[백천만] ?원?$|^thousand/i.test(unit) || moneyIn(unit, currency) === 'foreign' ? unit : null;
}

/** Units after a count: 2권. */
const COUNTED = /(?<=\d) ?(?:권|개|부|건|쪽|면|세|ea|pcs|pp?\.?)$/i;

/** Scientific notation of spreadsheets. In numbers other than prices the lost digits could matter. */
const EXPONENT = /^\d(?:\.\d{1,14})?e\+?\d{1,2}$/i;

/**
 * A number without thousands commas, currency signs, units and blanks; null when it isn't one. Unlike in a price, 1.299.000 may
 * be a code or a version.
 */
export function numberOf(text: string): number | null {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  const [, before = '', number = '', behind = ''] =
    PARTS.exec(text.normalize('NFKC').trim().replace(COUNTED, '')) ?? [];
  const isBare = [before, behind].every((side) => moneyIn(side, 'KRW') !== 'other');
  return isBare ? numberIn(number.replace(/\s/g, '')) : null;
}

function numberIn(bare: string): number | null {
  if (/^-?[1-9]\d{0,2}(?:,\d{3})+(?:\.\d{1,10})?$/.test(bare)) return Number(bare.replaceAll(',', ''));
  // A comma before one or two digits can't be a thousands separator.
  return /^-?\d{1,15}(?:\.\d{1,10}|,\d{1,2})?$/.test(bare) ? Number(bare.replace(',', '.')) : null;
}

/** A price with other thousands separators: points are proven by a comma after them, or by a second point. */
function grouped(bare: string): number | null {
  if (/^-?\d{1,3}(?:['’]\d{3})+(?:[.,]\d{1,2})?$/.test(bare))
    return Number(bare.replace(/['’]/g, '').replace(',', '.'));
  if (/^-?\d{1,3}(?:\.\d{3})+,\d{1,2}$/.test(bare) || /^-?\d{1,3}(?:\.\d{3}){2,}$/.test(bare))
    return Number(bare.replaceAll('.', '').replace(',', '.'));
  return null;
}

/** 12.900 and, converted to a number by a spreadsheet, 12.9 are 12900; 12149.55 is the result of a calculation. */
function likelyPrice(bare: string, price: number): number {
  const thousands = Math.round(price * 1000);
  return /^\d{1,3}\.\d{1,3}$/.test(bare) ? thousands : Math.round(price);
}
