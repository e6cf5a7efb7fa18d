import { hasValidIsbn13Check } from '../src/catalog/isbn.ts';

/**
 * The demo's ISBN-13 of an item. Numbers that begin with 979-9 belong to no registration group, so no real book can
 * have them; the check digit is correct all the same. Throws when the item's number has more than eight digits.
 */
export function demoIsbn13(itemId: number): string {
  const body = `9799${String(itemId).padStart(8, '0')}`;
  const check = DIGITS.find((digit) => hasValidIsbn13Check(body + digit));
  if (check === undefined) throw new Error(`item number ${itemId} has no room in an ISBN`);
  return body + check;
}

const DIGITS: readonly string[] = [...'0123456789'];
