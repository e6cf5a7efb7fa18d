import { memoizeLast } from '../../base/memoize-last.ts';
import { message } from '../../messages/messages.ts';
import { type Reason, show } from '../reason.ts';

/** A price as it is written, or why it can't be read. */
export type PriceText = { readonly price: number } | { readonly reason: Reason } | null;

/** A remark in brackets behind a price: 12,900원 (10%할인). */
const REMARK = /(?<=\d.*)[([【].*$/u;

/** A number with what stands before and behind it: `US$ 12.90`, `-12,000원`, `12,-`. */
const PARTS = /^([^\d+-]*)([+-]?\d.*?)(?:[.,]-{1,2})?([^\d.,'’-]*)$/u;

/** Decimals that people give a price in a currency; 2 for a currency that nobody knows. */
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

/** What a word or sign beside a number says: money of this currency, money of another, or something else. */
function moneyIn(text: string, currency: string): 'none' | 'ours' | 'foreign' | 'other' {
  const words = text.toLowerCase().match(/\p{L}*\p{Sc}|\p{L}+|\\|[^\s.:]/gu) ?? [];
  if (words.length === 0) return 'none';
  if (words.every((word) => moneyOf(currency).has(word))) return 'ours';
  const isMoney = (word: string) =>
    /\p{Sc}|^\\$/u.test(word) || CODES.has(word) || Object.values(WORDS).flat().includes(word);
  return words.every(isMoney) ? 'foreign' : 'other';
}

/**
 * Reads a price as people write it: `\12,000`, `12.900,00`, `12 900`, `12,900원 (10%할인)`, `1.29E+04`. Null when it is no
 * price. A fraction where the currency has none is most likely a sign of thousands, so it is not read, and the reason says what was
 * probably meant; nor is a price in another currency.
 */
export function readPrice(text: string, currency: string): PriceText {
  // Nearly all cells, in a fraction of the time.
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
  // Nobody gives a price without decimals three zeros of them.
  if ((Number.isInteger(price) && !THOUSANDS.test(bare)) || decimalsOf(currency) > 0) return { price };
  return {
    reason: message('feeds.noFraction', { shown: show(text), currency, likely: likelyPrice(bare, price) }),
  };
}

/** 15.000, which most likely is 15000. */
const THOUSANDS = /^-?[1-9]\d{0,2}\.\d{3}$/;

/** What the heading of a column says in brackets of all of its prices: another currency, or thousands; null where it says neither. */
export function unitIn(heading: string, currency: string): string | null {
  const [, said = ''] = /[([](?:단위)?[\s:]*([^)\]]+)/.exec(heading.normalize('NFKC')) ?? [];
  const unit = said.trim();
  return /^[백천만] ?원?$|^thousand/i.test(unit) || moneyIn(unit, currency) === 'foreign' ? unit : null;
}

/** Units behind a count: 2권. */
const COUNTED = /(?<=\d) ?(?:권|개|부|건|쪽|면|세|ea|pcs|pp?\.?)$/i;

/** What spreadsheets make of long numbers. Of other numbers than prices the digits that are lost could matter. */
const EXPONENT = /^\d(?:\.\d{1,14})?e\+?\d{1,2}$/i;

/**
 * A number without commas of thousands, signs of money, what is counted and blanks; null when that is not a number. Unlike in a price, 1.299.000 may
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
