/**
 * The demo's ISBN-13 of an item. Numbers that begin with 979-9 belong to no registration group, so they can
 * never be the number of a real book; the check digit is right all the same.
 */
export function demoIsbn13(itemId: number): string {
  const body = `9799${String(itemId).padStart(8, '0')}`;
  return body + isbn13CheckDigit(body);
}

/** The last digit of an ISBN-13 whose first twelve digits are given. */
export function isbn13CheckDigit(body: string): string {
  let sum = 0;
  for (let place = 0; place < 12; place++) sum += Number(body[place]) * (place % 2 === 0 ? 1 : 3);
  return String((10 - (sum % 10)) % 10);
}
