import type { Item } from '../catalog/item.ts';
import type { FeedRecord } from './feed-record.ts';
import { nameInside } from './item-name.ts';
import { itemRecord } from './item-record.ts';
import { unreadFields, type Verdict } from './verdict.ts';

/** What an item can't be without, for the sake of the checks. A patch that names these fields brings its own. */
const FILLING = { title: '-', catalog: 'BOOK', categoryIds: ['-'] } as const;

/** The fields of a feed under the names that our items have. */
export const OTHER_NAMES: Readonly<Record<string, keyof Item>> = {
  authors: 'contributors',
  registeredAt: 'registeredAtMs',
};
const NAMES: ReadonlySet<string> = new Set(['kind', 'itemId', 'externalId']);
/** Their default isn't "none", and depends on what the patch doesn't say: null leaves them as they are. */
const NEVER_NULL: ReadonlySet<string> = new Set(
  'isbn13 isbn10 goodsType adultYn shopPrice salePrice itemStatus fixedBookPriceYn starScore registeredAt withheld'.split(
    ' ',
  ),
);

/**
 * A patch changes just the fields that it names (docs/feeds.md#patches). The checks are those of a whole item. Null ends
 * what an item may be without, such as a deal; a field that can't be read isn't changed.
 */
export function patchRecord(source: object, receivedAtMs: number, verdict: Verdict): FeedRecord {
  const record = itemRecord({ ...FILLING, ...source }, receivedAtMs, verdict);
  const name = nameInside(source);
  if (record.kind !== 'item' || name === null) return { kind: 'patch', name: NO_NAME, fields: {} };
  const leftOut = unreadFields(verdict);
  const named = Object.entries(source).filter(
    ([field, value]) =>
      !NAMES.has(field) && !leftOut.has(field) && !(value === null && NEVER_NULL.has(field)),
  );
  const fields: Partial<Item> = Object.fromEntries(
    named.map(([field]) => {
      const property = OTHER_NAMES[field] ?? field;
      return [property, new Map<string, unknown>(Object.entries(record.item)).get(property)];
    }),
  );
  // The other form of the number follows.
  const { isbn13, isbn10 } = record.item;
  if ('isbn13' in fields || 'isbn10' in fields)
    return { kind: 'patch', name, fields: { ...fields, isbn13, isbn10 } };
  return { kind: 'patch', name, fields };
}

/** Of a patch that is refused anyway. */
const NO_NAME = { itemId: null, externalId: null, isbn13: null };
