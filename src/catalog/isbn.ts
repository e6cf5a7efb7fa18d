/** Reads International Standard Book Numbers (ISO 2108) in the notations of people and programs. */

const WRITTEN_LENGTH_MAX = 200;

/** Characters around an ISBN, such as quotes, the "=" of a formula and the punctuation of library cards. */
const AROUND = /^[\s="'`´“”„‘’«»]+|[\s"'`´“”„‘’«»:;,./=-]+$/g;
const NUMBER = /(?:\d\D{0,2}){9}/;
/** Brackets contain a binding, a volume or the add-on code, or the number itself. */
const BRACKETS = /[([{<〈《「『【〔]([^()[\]{}<>〈〉《》「」『』【】〔〕]*)(?:[)\]}>〉》」』】〕]|$)/gu;
const REMARK = /\s:\s[^:]*$/;
const BINDING = /\s(?:pbk|hbk|pb|hb|hc|paperback|hardcover|hardback|e-?book|반?양장본?|무선|페이퍼백)\.?$/i;
/** The 10 or 13 of "ISBN 13" belongs to the label only if a complete ISBN follows. */
const LABELS = ['', '(?:[\\s-]*1[03](?:자리)?)'].map(
  (length) =>
    new RegExp(
      `(?:urn:)?(?:\\b[ep]-?)?(?:isbn|ean|gtin|바코드|국제표준도서번호)${length}(?:\\s*(?:no|number|번호))?[\\s:.#=-]*`,
      'gi',
    ),
);
const BETWEEN = /[\s\p{Pd}\u02d7\u2043\u2212\u30fb\u30fc\u1173·._]/gu;

/**
 * Extracts an ISBN from a text (docs/api.md#product-numbers): drops separators, labels, quotes, brackets and five-digit add-on
 * codes. A text without an ISBN loses them, too, and may become empty.
 */
export function compactIsbn(written: string): string {
  // A fast path for nearly all numbers.
  if (isIsbn13Form(written) || isIsbn10Form(written) || written.length > WRITTEN_LENGTH_MAX) return written;
  const visible = written.normalize('NFKC').replace(/\p{Default_Ignorable_Code_Point}/gu, '');
  const inner = asciiDigits(visible)
    .replace(BRACKETS, (_whole, inside: string) => (NUMBER.test(inside) ? ` ${inside} ` : ' '))
    .replace(REMARK, (remark) => (NUMBER.test(remark) ? remark : ''))
    .replace(AROUND, '')
    .replace(BINDING, '');
  const rests = LABELS.map((label) => inner.replace(label, '').replace(AROUND, ''));
  const found = rests.map(numberIn).find((number) => number !== null);
  return found ?? (rests[0] ?? '').replace(BETWEEN, '').toUpperCase();
}

function numberIn(text: string): string | null {
  const digits = cellDigits(text);
  if (digits !== null) return digits;
  const compact = text.replace(BETWEEN, '').toUpperCase();
  if (isIsbn13Form(compact) || isIsbn10Form(compact)) return compact;
  const [, number = '', sign = ''] = /^(97[89]\d{10}|\d{9}[\dX])([+/,|]?)\d{5}$/.exec(compact) ?? [];
  const isProven = sign !== '' || !/^[\dX]{15,}$/.test(text);
  if (isProven && isIsbn13Form(number)) return number;
  if (hasValidIsbn13Check(number) || (isProven && hasValidIsbn10Check(number))) return number;
  // Library catalogues and bookshops print the ISBN10 and the ISBN13 of an edition side by side.
  const [, first = '', second = ''] = /^(\w{10}|\w{13})[,;/|]?(\w{10}|\w{13})$/.exec(compact) ?? [];
  const [isbn10, isbn13] = first.length === 10 ? [first, second] : [second, first];
  return isbn13Of(isbn10) === isbn13 ? isbn13 : null;
}

/** Reads an ISBN13, or a valid ISBN10 as ISBN13; null for anything else. Restores leading zeros that a spreadsheet dropped. */
export function readIsbn13(written: string): string | null {
  const compact = compactIsbn(written);
  return isIsbn13Form(compact) ? compact : isbn13Of(withLostZeros(compact));
}

/** Reads an ISBN10. Its check digit may be wrong. */
export function readIsbn10(written: string): string | null {
  const compact = compactIsbn(written);
  if (isIsbn10Form(compact)) return compact;
  const padded = withLostZeros(compact);
  return hasValidIsbn10Check(padded) ? padded : isbn10Of(compact);
}

/** With more than three lost zeros, a valid check digit proves nothing. */
const LOST_ZEROS_MAX = 3;

function withLostZeros(compact: string): string {
  return compact.length >= 10 - LOST_ZEROS_MAX && /[1-9]/.test(compact) ? compact.padStart(10, '0') : compact;
}

/** Reads a spreadsheet's number: 9788936434595.0, 9,788,936,434,595 or 9.788936434595E+12. Null if digits were lost. */
function cellDigits(text: string): string | null {
  const decimal = /^(\d{7,13})\.0{1,2}$/.exec(text)?.[1];
  if (decimal !== undefined) return decimal;
  if (/^\d(?:,\d{3}){4}$/.test(text)) return text.replaceAll(',', '');
  const scientific = /^(\d)[.,](\d{6,12})E\+?(\d{1,2})$/i.exec(text);
  if (scientific === null) return null;
  const [, first = '', rest = '', exponent = ''] = scientific;
  const digits = (first + rest).padEnd(Number(exponent) + 1, '0');
  if (digits.length !== Number(exponent) + 1) return null;
  // The missing digits may have been zeros, or rounded away: the check digit decides.
  if (digits.length === 13) return hasValidIsbn13Check(digits) ? digits : null;
  return hasValidIsbn10Check(digits.padStart(10, '0')) ? digits : null;
}

/** Converts digits of all scripts to ASCII: a script's ten digits have consecutive code points. */
function asciiDigits(text: string): string {
  return text.replace(/[^\P{Nd}0-9]/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    let value = 0;
    while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value++;
    return String(value);
  });
}

/** Doesn't check the check digit. */
export function isIsbn13Form(text: string): boolean {
  return /^\d{13}$/.test(text);
}

/** Doesn't check the check digit. */
export function isIsbn10Form(text: string): boolean {
  return /^\d{9}[\dX]$/.test(text);
}

export function hasValidIsbn13Check(isbn13: string): boolean {
  return isIsbn13Form(isbn13) && isbn13[12] === isbn13CheckOf(isbn13);
}

export function hasValidIsbn10Check(isbn10: string): boolean {
  return isIsbn10Form(isbn10) && isbn10[9] === isbn10CheckOf(isbn10);
}

/** The ISBN10 of the same edition; null unless the number is valid and begins with 978. */
export function isbn10Of(isbn13: string): string | null {
  if (!isbn13.startsWith('978') || !hasValidIsbn13Check(isbn13)) return null;
  const body = isbn13.slice(3, 12);
  return body + isbn10CheckOf(body);
}

/** The ISBN13 of the same edition; null for an invalid ISBN10. */
export function isbn13Of(isbn10: string): string | null {
  if (!hasValidIsbn10Check(isbn10)) return null;
  const body = `978${isbn10.slice(0, 9)}`;
  return body + isbn13CheckOf(body);
}

const ZERO = 48;

/** Weights 1, 3, 1, 3, …; the check digit completes the sum to a multiple of ten. */
function isbn13CheckOf(digits: string): string {
  let sum = 0;
  for (let i = 0; i < 12; i++) sum += (digits.charCodeAt(i) - ZERO) * (i % 2 === 0 ? 1 : 3);
  return String((10 - (sum % 10)) % 10);
}

/** Weights 1 to 9, modulo eleven; X stands for ten. */
function isbn10CheckOf(digits: string): string {
  let sum = 0;
  for (let i = 0; i < 9; i++) sum += (digits.charCodeAt(i) - ZERO) * (i + 1);
  return sum % 11 === 10 ? 'X' : String(sum % 11);
}
