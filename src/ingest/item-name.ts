import { compactIsbn, isbn13Of, isIsbn13Form } from '../catalog/isbn.ts';
import { message } from '../messages/messages.ts';
import { readIsbn13 } from './isbn-field.ts';
import { missing } from './reason.ts';
import { ID_BOUNDS, isObject, type RecordFields } from './record-fields.ts';

/**
 * How a record names its item (docs/feeds.md#naming-an-item). At least one is given. The number decides before the
 * external id, and that before the ISBN.
 */
export interface ItemName {
  readonly itemId: number | null;
  /** Any text of the shop's own. */
  readonly externalId: string | null;
  /** 13 digits. */
  readonly isbn13: string | null;
}

/** Characters of an external id. */
export const EXTERNAL_ID_LENGTH_MAX = 100;

/** Reads the name of a record's item. Where it is required, the record is refused without it. */
export function readItemName(fields: RecordFields, isRequired = true): ItemName {
  const itemId = fields.integer('itemId', ID_BOUNDS);
  const externalId = fields.identifier('externalId', EXTERNAL_ID_LENGTH_MAX);
  const isbn13 = readIsbn13(fields, isRequired && itemId === null && externalId === null);
  if (isRequired && itemId === null && externalId === null && isbn13 === null)
    fields.refuse('itemId', missing(message('feeds.itemName')));
  return { itemId, externalId, isbn13 };
}

/** The item that a refused record names, as far as it can be read: a full feed doesn't remove what it names. */
export function nameInside(value: unknown): ItemName | null {
  if (!isObject(value)) return null;
  const found: { itemId?: unknown; externalId?: unknown; isbn13?: unknown; isbn10?: unknown } = value;
  const isbn13 = typeof found.isbn13 === 'string' ? compactIsbn(found.isbn13) : '';
  const standIn = typeof found.isbn10 === 'string' ? isbn13Of(compactIsbn(found.isbn10)) : null;
  const name = {
    itemId: typeof found.itemId === 'number' ? found.itemId : null,
    externalId: typeof found.externalId === 'string' ? found.externalId : null,
    isbn13: isIsbn13Form(isbn13) ? isbn13 : standIn,
  };
  return name.itemId === null && name.externalId === null && name.isbn13 === null ? null : name;
}
