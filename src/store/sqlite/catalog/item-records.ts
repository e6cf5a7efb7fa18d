import type { FeedProblem, FeedRecord, FeedTally, ItemName } from '../../../ingest/feed-record.ts';
import type { Reason } from '../../../ingest/reason.ts';
import { message } from '../../../messages/messages.ts';
import type { createCategoryCheck } from './category-check.ts';
import type { createFullFeed } from './full-feed.ts';
import type { ItemNames } from './item-names.ts';
import type { createItemShelf } from './item-shelf.ts';

/** Where findings are left. */
export interface FindingLists {
  readonly refused: FeedProblem[];
  readonly warnings: FeedProblem[];
}

interface ItemParts {
  readonly names: ItemNames;
  readonly full: ReturnType<typeof createFullFeed>;
  readonly categories: ReturnType<typeof createCategoryCheck>;
  readonly items: ReturnType<typeof createItemShelf>;
}

type Outcome = keyof FeedTally;
type ItemRecord = Extract<FeedRecord, { kind: 'item' }>;
type PatchRecord = Extract<FeedRecord, { kind: 'patch' }>;
type RemoveRecord = Extract<FeedRecord, { kind: 'remove' }>;

/** Records of items, by whatever name. They give what became of them, or null when they are refused. */
export function createItemRecords({ names, full, categories, items }: ItemParts) {
  /** Refuses a record of an item, or gives its number. */
  const numberOf = (name: ItemName, line: number, found: FindingLists): number | null => {
    const number = names.assign(name);
    if (typeof number === 'number') return number;
    found.refused.push({ line, field: 'externalId', reason: number });
    return null;
  };
  /** A record with fields that can't be read: they stay as they are known. Null when that refuses the record. */
  const withKnown = (record: ItemRecord, line: number, found: FindingLists): ItemRecord | null => {
    const { unread, unreadPrice, name, item } = record;
    if (unread === undefined) return record;
    const itemId = name === undefined ? item.itemId : names.find(name);
    const kept = itemId === null ? null : items.keep(itemId, item, unread);
    if (kept !== null) return { ...record, item: { ...kept, itemId: item.itemId } };
    if (unreadPrice === undefined) return record;
    found.refused.push({ line, ...unreadPrice });
    return null;
  };
  const put = (given: ItemRecord, line: number, found: FindingLists): Outcome | null => {
    const record = withKnown(given, line, found);
    if (record === null) return null;
    const itemId = record.name === undefined ? record.item.itemId : numberOf(record.name, line, found);
    if (itemId === null) return null;
    full.name(itemId);
    categories.recordUse(record.item.categoryIds, line);
    const item = itemId === record.item.itemId ? record.item : { ...record.item, itemId };
    return items.put(item, record.registeredAtIsDefault ?? false, line, found.warnings);
  };
  const patch = ({ name, fields }: PatchRecord, line: number, found: FindingLists): Outcome | null => {
    const itemId = names.find(name);
    const outcome = itemId === null ? null : items.patch(itemId, fields, line, found.warnings);
    if (itemId !== null && outcome !== null) {
      full.name(itemId);
      if (fields.categoryIds !== undefined) categories.recordUse(fields.categoryIds, line);
      return outcome;
    }
    found.refused.push({ line, field: fieldOfName(name), reason: UNKNOWN_ITEM });
    return null;
  };
  const remove = ({ itemId, name }: RemoveRecord): Outcome => {
    const number = name === undefined ? itemId : names.find(name);
    if (name !== undefined && number !== null) names.keep(name, number);
    return number === null ? 'unchanged' : items.remove(number, full.isOwn(number));
  };
  return { put, patch, remove };
}

function fieldOfName({ itemId, externalId }: ItemName): string {
  if (itemId !== null) return 'itemId';
  return externalId === null ? 'isbn13' : 'externalId';
}

const UNKNOWN_ITEM: Reason = message('feeds.noItemToPatch');
