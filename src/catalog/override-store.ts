import type { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { KstDay } from '../clock.ts';
import { CatalogBusyError } from '../sql-database.ts';
import { localWrites, type WriterOptions, writeForPerson } from '../store/sqlite/catalog-writes.ts';
import { KEPT_MS } from '../store/sqlite/changeset.ts';
import { rowsOf } from '../store/sqlite/rows.ts';
import type { Item } from './item.ts';
import {
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
import { createItemRows, createOverrideRows } from './item-writer.ts';

export type ItemOverrides = ReturnType<typeof createItemOverrides>;

/**
 * Single items as operators manage them. A decision applies from the next response on, in search, lists and pages, until an
 * operator ends it or its days are over. Later feeds change only what applies after that. Waits for other writers without
 * blocking the thread.
 */
export function createItemOverrides(options: WriterOptions) {
  const { db } = options;
  const find = createFind(db);
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
  const selectDecisions = db.prepare(`
    SELECT decision_id AS "decisionId", json_array_length(items) AS items, reason, changes IS NOT NULL AS "isKept"
    FROM item_decision
    WHERE decision_id IN (SELECT value FROM json_each(?1))
      AND (?2 IS NULL OR EXISTS (SELECT 1 FROM json_each(items) WHERE value = ?2))`);
  return {
    /** Null if there is no such item. */
    find: async (itemId: number) => find(itemId),
    /** Sorted by last day, then by number; those without days by number. `totalCount` counts all of them. */
    list: async (choice: OverrideList) => listItems(db, find, choice),
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
    takeBack: (decisionId: number) => decide(options, (own) => changesBack(own, decisionId), '', decisionId),
    /** The decisions with these numbers, in any order; with an item, those about it alone or among others. */
    findDecisions: async (decisionIds: readonly number[], itemId?: number): Promise<RecordedDecision[]> =>
      rowsOf<Omit<RecordedDecision, 'isKept'> & { isKept: number }>(
        selectDecisions,
        JSON.stringify(decisionIds),
        itemId ?? null,
      ).map((row) => ({ ...row, isKept: row.isKept === 1 })),
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

type Patch = Partial<OverrideFields>;

/** What a decision did to an item: what operators had decided of it before, and after. */
type Done = readonly [itemId: number, was: Patch, became: Patch];

/**
 * Decides about items in one transaction, on a connection of its own: others read what was committed before. `takenBack` = the
 * decision that this one takes back; 0 = none.
 */
async function decide(
  { db, clock, writes = localWrites }: WriterOptions,
  listChanges: (own: DatabaseSync) => Iterable<readonly [itemId: number, change: OverrideChange]>,
  reason: string,
  takenBack = 0,
): Promise<Decided | null> {
  const nowMs = clock.nowMs();
  return await writeForPerson(writes, db, async (own) => {
    const apply = createApply(own, nowMs);
    const done: Done[] = [];
    let seen = 0;
    for (const [itemId, change] of listChanges(own)) {
      if (seen++ % STEP === 0) await nextTurn();
      const one = apply(itemId, change);
      if (one !== null) done.push(one);
    }
    if (done.length === 0) return null;
    own.exec('UPDATE catalog_state SET revision = revision + 1');
    own
      .prepare(`
        UPDATE item_decision
        SET changes = NULL
        WHERE changes IS NOT NULL AND (decision_id = ? OR decided_at_ms < ?)`)
      .run(takenBack, nowMs - KEPT_MS);
    const itemIds = JSON.stringify(done.map(([itemId]) => itemId));
    const { lastInsertRowid } = own
      .prepare('INSERT INTO item_decision (reason, items, decided_at_ms, changes) VALUES (?, ?, ?, ?)')
      .run(reason, itemIds, nowMs, zstdCompressSync(JSON.stringify(done)));
    return { decisionId: Number(lastInsertRowid), items: done.length, left: seen - done.length };
  });
}

/** Applies changes within the caller's transaction. Null where there is no such item, or it stays as it is. */
function createApply(
  db: DatabaseSync,
  nowMs: number,
): (itemId: number, change: OverrideChange) => Done | null {
  const rows = createItemRows(db);
  const overrides = createOverrideRows(db);
  return (itemId, change) => {
    const data = rows.find(itemId);
    if (data === null) return null;
    const before: Item = JSON.parse(data);
    const override = overrides.find(itemId);
    const was = override?.patch ?? {};
    const fed = override?.fed ?? before;
    const became = patchAfter(was, change, overrideFieldsOf(fed));
    if (isDeepStrictEqual(became, was)) return null;
    rows.replace(before, withOverrides(fed, became));
    rows.tellSearch();
    if (Object.keys(became).length === 0) overrides.remove(itemId);
    else overrides.put(itemId, { patch: became, fed, decidedAtMs: nowMs });
    return [itemId, was, became];
  };
}

/** The overrides after a change: of its fields only those that differ from the feed. */
function patchAfter(before: Patch, change: OverrideChange, fed: OverrideFields): Patch {
  const kept = OVERRIDE_FIELDS.filter((field) => {
    if (!(field in change)) return field in before;
    return change[field] !== undefined && !isSameOverride(change[field], fed[field]);
  });
  const all = { ...before, ...change };
  return Object.fromEntries(kept.map((field) => [field, all[field]]));
}

/**
 * What makes the decided fields of each item what they were before a decision, except those that were decided again since; nothing
 * where the decision is unknown or no longer kept.
 */
function* changesBack(
  db: DatabaseSync,
  decisionId: number,
): Generator<readonly [itemId: number, back: OverrideChange]> {
  const find = createFind(db);
  const row = db.prepare('SELECT changes FROM item_decision WHERE decision_id = ?').get(decisionId);
  if (!(row?.changes instanceof Uint8Array)) return;
  const done: readonly Done[] = JSON.parse(zstdDecompressSync(row.changes).toString());
  for (const [itemId, was, became] of done) {
    const now = find(itemId)?.decision?.decided ?? {};
    const fields = OVERRIDE_FIELDS.filter(
      (field) => !isSameOverride(was[field], became[field]) && isSameOverride(now[field], became[field]),
    );
    yield [itemId, Object.fromEntries(fields.map((field) => [field, was[field]]))];
  }
}

/** Finds single items with what operators decided of them. */
function createFind(db: DatabaseSync): (itemId: number) => OverridableItem | null {
  const rows = createItemRows(db);
  const overrides = createOverrideRows(db);
  return (itemId) => {
    const data = rows.find(itemId);
    if (data === null) return null;
    const item: Item = JSON.parse(data);
    const override = overrides.find(itemId);
    const decision = override && {
      decided: override.patch,
      fed: overrideFieldsOf(override.fed ?? item),
      decidedAtMs: override.decidedAtMs,
    };
    const { isbn13, fixedBookPriceYn } = item;
    return { ...overrideFieldsOf(item), itemId, isbn13, fixedBookPriceYn, decision };
  };
}

function listItems(
  db: DatabaseSync,
  find: ReturnType<typeof createFind>,
  { field, fromDay, offset, limit }: OverrideList,
) {
  const { where, order } = LISTS[field];
  const rows = db
    .prepare(`SELECT item_id FROM item WHERE ${where} ORDER BY ${order} LIMIT ?2 OFFSET ?3`)
    .all(fromDay, limit, offset);
  const count = db.prepare(`SELECT count(*) AS items FROM item WHERE ${where}`).get(fromDay);
  const found = rows.map((row) => find(Number(row.item_id))).filter((item) => item !== null);
  return { items: found, totalCount: Number(count?.items) };
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
