/**
 * The linked e-book in an item's fragment (see fragment.ts). Whether it may be shown depends on another item, so that
 * is decided when the fragment is read.
 */
const LINK = ',"eBookLink":';
const EBOOK_ID = ',"ebookId":';
const SERIES = ',"series":';
const NO_EBOOK = `${LINK}null${EBOOK_ID}null`;

/** The product number of the e-book that a fragment links to, or null. */
export function ebookIdOf(template: Buffer): number | null {
  // Texts escape their quotes, so the last match is the field itself.
  const at = template.lastIndexOf(EBOOK_ID);
  if (at === -1) return null;
  const digits = template.toString('latin1', at + EBOOK_ID.length, template.indexOf(SERIES, at));
  return digits === 'null' ? null : Number(digits);
}

/** The fragment without its e-book, if that is withheld or unknown (docs/rules/interface.md#item). */
export function withoutEbook(template: Buffer): Buffer {
  const from = template.lastIndexOf(LINK);
  const until = template.indexOf(SERIES, from);
  return Buffer.concat([template.subarray(0, from), Buffer.from(NO_EBOOK), template.subarray(until)]);
}
