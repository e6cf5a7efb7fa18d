/** Whether a text is an ISBN-10 with a right check digit (X in upper case). */
export function isIsbn10(text: string): boolean {
  if (!/^\d{9}[\dX]$/.test(text)) return false;
  const sum = [...text].reduce(
    (total, digit, at) => total + (10 - at) * (digit === 'X' ? 10 : Number(digit)),
    0,
  );
  return sum % 11 === 0;
}

/** Whether a text is an ISBN-13 with a right check digit. */
export function isIsbn13(text: string): boolean {
  return /^97[89]\d{10}$/.test(text) && weightedSum(text) % 10 === 0;
}

/** The ISBN-13 of a valid ISBN-10. */
export function isbn13Of(isbn10: string): string {
  const body = `978${isbn10.slice(0, 9)}`;
  return `${body}${(10 - (weightedSum(body) % 10)) % 10}`;
}

/** Both forms of a number as a source writes it; empty where it has none or its check digit is wrong. */
export function isbnPair(raw: string): { readonly isbn13: string; readonly isbn10: string } {
  const text = raw.replace(/[\s-]/g, '').toUpperCase();
  if (isIsbn13(text)) return { isbn13: text, isbn10: '' };
  if (isIsbn10(text)) return { isbn13: isbn13Of(text), isbn10: text };
  return { isbn13: '', isbn10: '' };
}

function weightedSum(digits: string): number {
  return [...digits].reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 1 : 3), 0);
}
