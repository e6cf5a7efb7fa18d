import type { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Item } from '../../../catalog/item.ts';
import {
  CatalogBusyError,
  DATA_FIELDS,
  type Decided,
  type ItemOverrides,
  isSameOverride,
  OVERRIDE_FIELDS,
  type OverridableItem,
  type OverrideChange,
  type OverrideFields,
  type OverrideList,
  overrideFieldsOf,
  withOverrides,
} from '../../../catalog/item-overrides.ts';
import type { Clock } from '../../../clock.ts';
import { localWrites, type WriterOptions, writeForPerson } from '../catalog-writes.ts';
import { changesBack, createDecisions, createOverrideRows, type StoredOverride } from './item-decisions.ts';
import { createItemRows } from './item-writer.ts';

/** Item overrides in the catalogue file. Waits for other writers without blocking the thread. */
export function createSqliteItemOverrides(options: WriterOptions): ItemOverrides {
  const { db, clock } = options;
  const items = createOverriddenItems(db, clock);
  const selectWithheld = db.prepare(`
    SELECT item_id
    FROM item
    WHERE withheld = 1
      AND (instr(lower(title), lower(?1)) > 0 OR isbn13 = ?1)
    ORDER BY item_id
    LIMIT ?2`);
  const selectPassed = db.prepare(`
    SELECT item_id, patch ->> '$.attention.until' < ?1 AS attention, patch ->> '$.deal.until' < ?1 AS deal
    FROM item_override
    WHERE attention OR deal`);
  return {
    find: async (itemId) => items.find(itemId),
    list: async (choice) => listItems(db, items, choice),
    findWithheld: async (text, limit) => selectWithheld.all(text, limit).map((row) => Number(row.item_id)),
    decide: (changes, reason = '') => decide(options, () => changes, reason),
    takeBack: (decisionId) =>
      decide(options, (own) => changesBack(own.decisions.findChanges(decisionId), own.find), '', decisionId),
    findDecisions: async (decisionIds, itemId) => items.decisions.list(decisionIds, itemId ?? null),
    async endPassed(day) {
      const passed = selectPassed.all(day).map((row) => {
        const fields = OVERRIDE_FIELDS.filter((field) => row[field] === 1);
        return [Number(row.item_id), Object.fromEntries(fields.map((field) => [field, undefined]))] as const;
      });
      if (passed.length === 0) return true;
      try {
        await decide(options, () => passed, '');
        return true;
      } catch (error) {
        if (error instanceof CatalogBusyError) return false;
        throw error;
      }
    },
  };
}

/** Items that are decided before the thread answers other requests. */
const STEP = 10;

/**
 * Decides about items in one transaction, on a connection of its own: others read what was committed before. `takenBack` = the
 * decision that this one takes back; 0 = none.
 */
async function decide(
  { db, clock, writes = localWrites }: WriterOptions,
  listChanges: (
    own: ReturnType<typeof createOverriddenItems>,
  ) => Iterable<readonly [itemId: number, change: OverrideChange]>,
  reason: string,
  takenBack = 0,
): Promise<Decided | null> {
  return await writeForPerson(writes, db, async (own) => {
    const items = createOverriddenItems(own, clock);
    const itemIds: number[] = [];
    let seen = 0;
    const decision = items.decisions.begin();
    for (const [itemId, change] of listChanges(items)) {
      if (seen++ % STEP === 0) await nextTurn();
      if (items.apply(itemId, change)) itemIds.push(itemId);
    }
    if (itemIds.length === 0) return null;
    const decisionId = decision.end(itemIds, reason, clock.nowMs(), takenBack);
    return { decisionId, items: itemIds.length, left: seen - itemIds.length };
  });
}

function listItems(
  db: DatabaseSync,
  items: ReturnType<typeof createOverriddenItems>,
  { field, fromDay, offset, limit }: Parameters<ItemOverrides['list']>[0],
) {
  const { where, order } = LISTS[field];
  const rows = db
    .prepare(`SELECT item_id FROM item WHERE ${where} ORDER BY ${order} LIMIT ?2 OFFSET ?3`)
    .all(fromDay, limit, offset);
  const count = db.prepare(`SELECT count(*) AS items FROM item WHERE ${where}`).get(fromDay);
  const found = rows.map((row) => items.find(Number(row.item_id))).filter((item) => item !== null);
  return { items: found, totalCount: Number(count?.items) };
}

/** Single items and their changes, within the caller's transaction. */
function createOverriddenItems(db: DatabaseSync, clock: Clock) {
  const rows = createItemRows(db);
  const overrides = createOverrideRows(db);
  const decisions = createDecisions(db);
  const revise = db.prepare('UPDATE catalog_state SET revision = revision + 1');
  const find = (itemId: number): OverridableItem | null => {
    const data = rows.find(itemId);
    return data === null ? null : overridableItemOf(JSON.parse(data), overrides.find(itemId));
  };
  /** Whether there is such an item, and it changes. */
  const apply = (itemId: number, change: OverrideChange): boolean => {
    const data = rows.find(itemId);
    if (data === null) return false;
    const before: Item = JSON.parse(data);
    const override = overrides.find(itemId);
    const known = override?.patch ?? {};
    const fed = override?.fed ?? before;
    const patch = patchAfter(known, change, overrideFieldsOf(fed));
    if (isDeepStrictEqual(patch, known)) return false;
    rows.replace(before, withOverrides(fed, patch));
    rows.tellSearch();
    if (Object.keys(patch).length === 0) overrides.remove(itemId);
    else overrides.put(itemId, { patch, fed, decidedAtMs: clock.nowMs() });
    revise.run();
    return true;
  };
  return { find, apply, decisions };
}

/** Offers use an index of their own. The day doesn't matter for the others but has to be bound. */
const LISTS: Readonly<Record<OverrideList['field'], { readonly where: string; readonly order: string }>> = {
  withheld: { where: 'withheld = 1 AND ?1 IS NOT NULL', order: 'item_id' },
  attention: { where: 'attention_until >= ?1', order: 'attention_until, item_id' },
  deal: { where: 'deal_until >= ?1', order: 'deal_until, item_id' },
  data: {
    where: `?1 IS NOT NULL AND item_id IN (
      SELECT item_id
      FROM item_override, json_each(patch)
      WHERE key IN ('${DATA_FIELDS.join("', '")}'))`,
    order: 'item_id',
  },
};

/** The overrides after a change: of its fields only those that differ from the feed. */
function patchAfter(
  before: Partial<OverrideFields>,
  change: OverrideChange,
  fed: OverrideFields,
): Partial<OverrideFields> {
  const kept = OVERRIDE_FIELDS.filter((field) => {
    if (!(field in change)) return field in before;
    return change[field] !== undefined && !isSameOverride(change[field], fed[field]);
  });
  const all = { ...before, ...change };
  return Object.fromEntries(kept.map((field) => [field, all[field]]));
}

function overridableItemOf(item: Item, override: StoredOverride | null): OverridableItem {
  const decision = override && {
    decided: override.patch,
    fed: overrideFieldsOf(override.fed ?? item),
    decidedAtMs: override.decidedAtMs,
  };
  const { itemId, isbn13, fixedBookPriceYn } = item;
  return { ...overrideFieldsOf(item), itemId, isbn13, fixedBookPriceYn, decision };
}
