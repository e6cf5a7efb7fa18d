import type { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { Clock, KstDay } from '../clock.ts';

import { localWrites, type WriterOptions, writeForPerson } from '../store/sqlite/catalog-writes.ts';
import { type ChangedValues, KEPT_MS, readChanges, recordChanges } from '../store/sqlite/changeset.ts';
import { rowsOf } from '../store/sqlite/rows.ts';
import type { Item } from './item.ts';
import {
  CatalogBusyError,
  DATA_FIELDS,
  type Decided,
  isSameOverride,
  OVERRIDE_FIELDS,
  type OverridableItem,
  type OverrideChange,
  type OverrideFields,
  type OverrideList,
  overrideFieldsOf,
  type RecordedDecision,
  withOverrides,
} from './item-overrides.ts';
import { createItemRows, createOverrideRows, type StoredOverride } from './item-writer.ts';

export type ItemOverrides = ReturnType<typeof createItemOverrides>;

/**
 * Single items as operators manage them. A decision applies from the next response on, in search, lists and pages, until an
 * operator ends it or its days are over. Later feeds change only what applies after that. Waits for other writers without
 * blocking the thread.
 */
export function createItemOverrides(options: WriterOptions) {
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
    /** Null if there is no such item. */
    find: async (itemId: number) => items.find(itemId),
    /** Sorted by last day, then by number; those without days by number. `totalCount` counts all of them. */
    list: async (choice: OverrideList) => listItems(db, items, choice),
    /** Ascending numbers of the withheld items whose title contains a text, whatever its case, or whose ISBN13 it is. */
    findWithheld: async (text: string, limit: number) =>
      selectWithheld.all(text, limit).map((row) => Number(row.item_id)),
    /**
     * Overrides fields of items, by number, in one step: readers see all of it or nothing. A value equal to the feed's isn't
     * stored as an override. `reason` has at most REASON_MAX characters and is stored with the decision. Null, with nothing
     * stored, if no item changes. Throws CatalogBusyError.
     */
    decide: (changes: ReadonlyMap<number, OverrideChange>, reason = '') =>
      decide(options, () => changes, reason),
    /**
     * Restores the fields of a decision's items to what they were before it, except those that were decided again since. That
     * is a decision, too, and can itself be taken back. Null if the decision is unknown or isn't kept, or if nothing is left
     * to restore. Throws CatalogBusyError.
     */
    takeBack: (decisionId: number) =>
      decide(options, (own) => changesBack(own.decisions.findChanges(decisionId), own.find), '', decisionId),
    /** The decisions with these numbers, in any order; with an item, those about it alone or among others. */
    findDecisions: async (
      decisionIds: readonly number[],
      itemId?: number,
    ): Promise<readonly RecordedDecision[]> => items.decisions.list(decisionIds, itemId ?? null),
    /**
     * Ends overrides whose days are all before a day, so that an expired one doesn't block the feed's next offer. False
     * if an import prevented it; try again later.
     */
    async endPassed(day: KstDay): Promise<boolean> {
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
  { field, fromDay, offset, limit }: OverrideList,
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

/** Operators' decisions, read and written within the caller's transaction. */
function createDecisions(db: DatabaseSync) {
  const insert = db.prepare(`
    INSERT INTO item_decision (reason, items, decided_at_ms, changes)
    VALUES (?, ?, ?, ?)`);
  const findChanges = db.prepare('SELECT changes FROM item_decision WHERE decision_id = ?');
  const forgetChanges = db.prepare(`
    UPDATE item_decision
    SET changes = NULL
    WHERE changes IS NOT NULL AND (decision_id = ? OR decided_at_ms < ?)`);
  const list = db.prepare(`
    SELECT decision_id AS "decisionId", json_array_length(items) AS items, reason, changes IS NOT NULL AS "isKept"
    FROM item_decision
    WHERE decision_id IN (SELECT value FROM json_each(?1))
      AND (?2 IS NULL OR EXISTS (SELECT 1 FROM json_each(items) WHERE value = ?2))`);
  return {
    /** Records what the connection changes from now on, until `end`, as one decision. */
    begin() {
      const parts: Uint8Array[] = [];
      const recorder = recordChanges(db, (part) => void parts.push(part));
      return {
        /** Returns its number. `takenBack` = the decision that can't be taken back any more; 0 = none. */
        end(itemIds: readonly number[], reason: string, nowMs: number, takenBack: number): number {
          recorder.end();
          forgetChanges.run(takenBack, nowMs - KEPT_MS);
          const changes = zstdCompressSync(Buffer.concat(parts));
          return Number(insert.run(reason, JSON.stringify(itemIds), nowMs, changes).lastInsertRowid);
        },
      };
    },
    /** What the decision changed; empty if it is unknown or no longer kept. */
    findChanges(decisionId: number): Uint8Array {
      const changes = findChanges.get(decisionId)?.changes;
      return changes instanceof Uint8Array ? zstdDecompressSync(changes) : new Uint8Array();
    },
    /** Those of the given ones that are there; with an item, those that are about it. */
    list: (decisionIds: readonly number[], itemId: number | null): RecordedDecision[] =>
      rowsOf<Omit<RecordedDecision, 'isKept'> & { isKept: number }>(
        list,
        JSON.stringify(decisionIds),
        itemId,
      ).map((row) => ({ ...row, isKept: row.isKept === 1 })),
  };
}

/** The column of item_override (src/store/schema/catalogue.sql). */
const PATCH = 1;

/**
 * What makes the decided fields of each item what they were before a decision, except those that were decided again since.
 * `changes` = what the decision changed (changeset.ts), `find` = the item now.
 */
function* changesBack(
  changes: Uint8Array,
  find: (itemId: number) => OverridableItem | null,
): Generator<readonly [itemId: number, back: OverrideChange]> {
  for (const { table, before, after } of readChanges(changes)) {
    if (table !== 'item_override') continue;
    const itemId = Number((before ?? after)?.[0]);
    const [was, became] = [patchOf(before), patchOf(after)];
    const now = find(itemId)?.decision?.decided ?? {};
    const fields = OVERRIDE_FIELDS.filter(
      (field) => !isSameOverride(was[field], became[field]) && isSameOverride(now[field], became[field]),
    );
    yield [itemId, Object.fromEntries(fields.map((field) => [field, was[field]]))];
  }
}

function patchOf(values: ChangedValues | null): Partial<OverrideFields> {
  const patch = values?.[PATCH];
  return typeof patch === 'string' ? JSON.parse(patch) : {};
}
