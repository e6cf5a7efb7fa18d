import { compactIsbn, isbn13Of, isIsbn13Form } from '../catalog/isbn.ts';
import type { ItemName } from '../catalog/item-names.ts';
import { message } from '../messages/messages.ts';
import { missing, show, wrong } from './reason.ts';
import { ID_BOUNDS, isObject, type RecordReader } from './record-reader.ts';

/** Characters of an external id. */
export const EXTERNAL_ID_LENGTH_MAX = 100;
/** Characters of an ISBN with hyphens and blanks. */
export const ISBN_LENGTH_MAX = 40;

/** Reads the name of a record's item. Where it is required, the record is refused without it. */
export function readItemName(fields: RecordReader, isRequired = true): ItemName {
  const itemId = fields.integer('itemId', ID_BOUNDS);
  const externalId = fields.identifier('externalId', EXTERNAL_ID_LENGTH_MAX);
  const isUnnamed = isRequired && itemId === null && externalId === null;
  const isbn13 = readIsbn13(fields, isUnnamed);
  if (isUnnamed && isbn13 === null) fields.refuse('itemId', missing(message('feeds.itemName')));
  return { itemId, externalId, isbn13 };
}

/**
 * 13 digits after hyphens and blanks are taken out, or null when not given. The check digit may be wrong. A valid `isbn10`
 * beside it stands in for a number that is missing or can't be read. `isName` says that nothing else names the item, so
 * that an unreadable number costs the record.
 */
function readIsbn13(fields: RecordReader, isName: boolean): string | null {
  const written = fields.identifier('isbn13', ISBN_LENGTH_MAX);
  const isbn13 = compactIsbn(written ?? '');
  if (isIsbn13Form(isbn13)) return isbn13;
  const standIn = standInOf(fields.peek('isbn10'));
  if (written === null) return standIn;
  const reason = wrong(written, message('feeds.isbn13'));
  if (standIn !== null)
    fields.warn('isbn13', message('feeds.readAs', { shown: show(written), isbn: standIn }));
  else if (isName) fields.refuse('isbn13', reason);
  else fields.leaveOut('isbn13', reason);
  return standIn;
}

function standInOf(isbn10: unknown): string | null {
  return typeof isbn10 === 'string' ? isbn13Of(compactIsbn(isbn10)) : null;
}

/** The item that a refused record names, as far as it can be read: a full feed doesn't remove what it names. */
export function nameInside(value: unknown): ItemName | null {
  if (!isObject(value)) return null;
  const found: { itemId?: unknown; externalId?: unknown; isbn13?: unknown; isbn10?: unknown } = value;
  const isbn13 = typeof found.isbn13 === 'string' ? compactIsbn(found.isbn13) : '';
  const name = {
    itemId: typeof found.itemId === 'number' ? found.itemId : null,
    externalId: typeof found.externalId === 'string' ? found.externalId : null,
    isbn13: isIsbn13Form(isbn13) ? isbn13 : standInOf(found.isbn10),
  };
  return name.itemId === null && name.externalId === null && name.isbn13 === null ? null : name;
}
