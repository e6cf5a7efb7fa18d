/**
 * Arithmetic of International Standard Book Numbers (ISO 2108). Numbers are compact: digits only; an ISBN10 may end in
 * X.
 */

/** The same number without the hyphens, dashes and spaces that people write, and with a capital X. */
export function compactIsbn(written: string): string {
  return isIsbn13Form(written) ? written : written.replace(/[\s\p{Pd}]/gu, '').toUpperCase();
}

/** Whether a text has the form of an ISBN13: 13 digits. The check digit isn't checked. */
export function isIsbn13Form(text: string): boolean {
  return /^\d{13}$/.test(text);
}

/** Whether a text has the form of an ISBN10: nine digits and a digit or X. The check digit isn't checked. */
export function isIsbn10Form(text: string): boolean {
  return /^\d{9}[\dX]$/.test(text);
}

/** Whether 13 digits end in the right check digit. */
export function hasValidIsbn13Check(isbn13: string): boolean {
  return isIsbn13Form(isbn13) && isbn13[12] === isbn13CheckOf(isbn13);
}

/** Whether an ISBN10 ends in the right check character. */
export function hasValidIsbn10Check(isbn10: string): boolean {
  return isIsbn10Form(isbn10) && isbn10[9] === isbn10CheckOf(isbn10);
}

/** The ISBN10 of the same edition, or null: only valid numbers of the 978 range have one. */
export function isbn10Of(isbn13: string): string | null {
  if (!isbn13.startsWith('978') || !hasValidIsbn13Check(isbn13)) return null;
  const body = isbn13.slice(3, 12);
  return body + isbn10CheckOf(body);
}

/** The ISBN13 of the same edition, or null if the number isn't a valid ISBN10. */
export function isbn13Of(isbn10: string): string | null {
  if (!hasValidIsbn10Check(isbn10)) return null;
  const body = `978${isbn10.slice(0, 9)}`;
  return body + isbn13CheckOf(body);
}

const ZERO = 48;

/** Weights 1, 3, 1, 3, ... over the first twelve digits; the check digit completes the sum to a multiple of ten. */
function isbn13CheckOf(digits: string): string {
  let sum = 0;
  for (let i = 0; i < 12; i++) sum += (digits.charCodeAt(i) - ZERO) * (i % 2 === 0 ? 1 : 3);
  return String((10 - (sum % 10)) % 10);
}

/** Weights 1 .. 9 over the first nine digits, modulo eleven; ten is written X. */
function isbn10CheckOf(digits: string): string {
  let sum = 0;
  for (let i = 0; i < 9; i++) sum += (digits.charCodeAt(i) - ZERO) * (i + 1);
  return sum % 11 === 10 ? 'X' : String(sum % 11);
}
