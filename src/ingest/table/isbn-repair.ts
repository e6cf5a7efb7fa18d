import {
  compactIsbn,
  hasValidIsbn10Check,
  hasValidIsbn13Check,
  isbn13Of,
  isIsbn13Form,
} from '../../catalog/isbn.ts';

/** An ISBN as a spreadsheet left it. */
export interface RepairedIsbn {
  readonly isbn: string;
  /** Whether it differs from the cell, hyphens and blanks aside. */
  readonly isRepaired: boolean;
}

/**
 * Gives back an ISBN that a spreadsheet damaged, but only where its check digit proves the repair: a leading zero that
 * was lost, a number written with an exponent or with ".0", a small x. Anything else comes back as it is written.
 * With `length` 13 a valid ISBN-10 becomes the ISBN-13 of the same edition.
 */
export function repairIsbn(written: string, length: 10 | 13): RepairedIsbn {
  // Nearly all cells, in a fraction of the time.
  if (length === 13 && isIsbn13Form(written)) return { isbn: written, isRepaired: false };
  const compact = compactIsbn(written);
  const plain = digitsOf(compact) ?? compact;
  const isbn = length === 13 ? asIsbn13(plain) : asIsbn10(plain);
  if (isbn === null) return { isbn: compact, isRepaired: false };
  return { isbn, isRepaired: isbn !== written.replace(/[\s\p{Pd}]/gu, '') };
}

function asIsbn13(text: string): string | null {
  if (isIsbn13Form(text)) return text;
  const isbn10 = asIsbn10(text);
  return isbn10 === null ? null : isbn13Of(isbn10);
}

/** Spreadsheets drop zeros in front: at most as many as make ten characters, and only if the check digit agrees. */
function asIsbn10(text: string): string | null {
  if (!/^\d{6,9}[\dX]$/.test(text)) return null;
  const padded = text.padStart(10, '0');
  return hasValidIsbn10Check(padded) ? padded : null;
}

/** The digits of 9788936434595.0 or 9.788936434595E+12; null where digits were rounded away. */
function digitsOf(text: string): string | null {
  const decimal = /^(\d{7,13})\.0+$/.exec(text);
  if (decimal?.[1] !== undefined) return decimal[1];
  const scientific = /^(\d)\.(\d{6,12})E\+?(\d{1,2})$/.exec(text);
  if (scientific === null) return null;
  const [, first = '', rest = '', exponent = ''] = scientific;
  const digits = (first + rest).padEnd(Number(exponent) + 1, '0');
  if (digits.length !== Number(exponent) + 1) return null;
  // A mantissa that ends early may have ended in zeros or have been rounded: the check digit decides.
  if (digits.length === 13) return hasValidIsbn13Check(digits) ? digits : null;
  return hasValidIsbn10Check(digits.padStart(10, '0')) ? digits : null;
}
