import type { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { KstDay } from '../clock.ts';
import { CatalogBusyError, type Reader } from '../sql-database.ts';
import { type ChangeKeeper, forgetChanges, keepChanges, readKeptChanges } from '../store/kept-changes.ts';
import { localWrites, type WriterOptions, writeForPerson } from '../store/sqlite/catalog-writes.ts';
import { rowOf, rowsOf } from '../store/sqlite/rows.ts';
import { sqliteWriter } from '../store/sqlite/sql-statements.ts';
import type { Item } from './item.ts';
import { OVERRIDE, type OverrideRow, overrideOf } from './item-batch.ts';
import {
  type Decided,
  OVERRIDE_FIELDS,
  type OverridableItem,
  type OverrideChange,
  type OverrideFields,
  type OverrideList,
  overrideFieldsOf,
  type RecordedDecision,
} from './item-overrides.ts';
import { createItemWriter, fedItemOf } from './item-writer.ts';

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
    SELECT item_id, attention_until < ?1 AS attention, deal_until < ?1 AS deal
    FROM item_override
    WHERE attention_until < ?1 OR deal_until < ?1`);
  const selectDecisions = db.prepare(`
    SELECT decision_id AS "decisionId", reason,
      (SELECT count(*) FROM item_decision_item AS i WHERE i.decision_id = d.decision_id) AS items,
      EXISTS (SELECT 1 FROM undo WHERE cause = 'decision' AND number = decision_id) AS "isKept"
    FROM item_decision AS d
    WHERE decision_id IN (SELECT value FROM json_each(?1))
      AND (?2 IS NULL OR (decision_id, ?2) IN (SELECT decision_id, item_id FROM item_decision_item))`);
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
      decide(options, () => changes.entries().map(([itemId, change]) => [itemId, () => change]), reason),
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
        const ended = Object.fromEntries(fields.map((field) => [field, undefined]));
        return [Number(row.item_id), () => ended] as const;
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
/** What an operator decides of an item, by what is decided now. */
type Decide = (now: Patch) => OverrideChange;
type ItemDecision = readonly [itemId: number, decide: Decide];

/**
 * Decides about items in one transaction, on a connection of its own: others read what was committed before. What operators had
 * decided of them is kept for 30 days. `takenBack` = the decision that this one takes back; 0 = none.
 */
async function decide(
  { db, clock, writes = localWrites }: WriterOptions,
  listChanges: (own: Reader) => Iterable<ItemDecision> | AsyncIterable<ItemDecision>,
  reason: string,
  takenBack = 0,
): Promise<Decided | null> {
  return await writeForPerson(writes, db, async (own) => {
    const last = own.prepare('SELECT max(decision_id) AS id FROM item_decision').get()?.id;
    const decisionId = Number(last ?? 0) + 1;
    const sql = sqliteWriter(own);
    const kept = keepChanges(sql, ['decision', decisionId], clock.nowMs());
    const items = createItemWriter(sql);
    const changes = await Array.fromAsync(listChanges(sql));
    const decided: number[] = [];
    for (let at = 0; at < changes.length; at += STEP) {
      await nextTurn();
      const some = changes.slice(at, at + STEP);
      await items.load(some.map(([itemId]) => itemId));
      for (const [itemId, decideItem] of some)
        if (apply(items, itemId, decideItem, clock.nowMs(), kept)) decided.push(itemId);
      await items.write();
      await kept.cut();
    }
    if (decided.length === 0) return null;
    await kept.end();
    own.exec('UPDATE catalog_state SET revision = revision + 1');
    own.prepare('INSERT INTO item_decision (decision_id, reason) VALUES (?, ?)').run(decisionId, reason);
    await sql.insert({
      into: 'item_decision_item',
      columns: 'decision_id bigint, item_id bigint',
      rows: decided.map((itemId) => [decisionId, itemId]),
    });
    await forgetChanges(sql, ['decision', takenBack]);
    return { decisionId, items: decided.length, left: changes.length - decided.length };
  });
}

/** Applies a change. False where there is no such item, or it stays as it is. */
function apply(
  items: ReturnType<typeof createItemWriter>,
  itemId: number,
  decideItem: Decide,
  nowMs: number,
  kept: ChangeKeeper,
): boolean {
  const known = items.find(itemId);
  if (known === null) return false;
  const was = items.findPatch(itemId);
  const became = patchAfter(was, decideItem(was), overrideFieldsOf(fedItemOf(known)));
  if (isDeepStrictEqual(became, was)) return false;
  kept.note('item_override', String(itemId), JSON.stringify([was, became] satisfies KeptPatches), '');
  items.decide(itemId, became, nowMs);
  return true;
}

/** What is kept of an item that was decided: its overrides before and after. */
type KeptPatches = readonly [was: Patch, became: Patch];

/** The overrides after a change: of its fields only those that differ from the feed. */
function patchAfter(before: Patch, change: OverrideChange, fed: OverrideFields): Patch {
  const all = { ...before, ...change };
  const kept = OVERRIDE_FIELDS.filter((field) =>
    field in change
      ? change[field] !== undefined && !isDeepStrictEqual(change[field], fed[field])
      : field in before,
  );
  return Object.fromEntries(kept.map((field) => [field, all[field]]));
}

/**
 * What makes the decided fields of each item what they were before a decision, except those that were decided again since; nothing
 * where the decision is unknown or no longer kept.
 */
async function* changesBack(sql: Reader, decisionId: number): AsyncGenerator<ItemDecision> {
  for await (const part of readKeptChanges(sql, ['decision', decisionId]))
    for (const { key, before } of part) {
      const [was, became] = before as KeptPatches;
      yield [
        Number(key),
        (now) => {
          const fields = OVERRIDE_FIELDS.filter(
            (field) =>
              !isDeepStrictEqual(was[field], became[field]) && isDeepStrictEqual(now[field], became[field]),
          );
          return Object.fromEntries(fields.map((field) => [field, was[field]]));
        },
      ];
    }
}

/** Finds single items with what operators decided of them. */
function createFind(db: DatabaseSync): (itemId: number) => OverridableItem | null {
  const select = db.prepare(
    `SELECT data, ${OVERRIDE} FROM item LEFT JOIN item_override USING (item_id) WHERE item_id = ?`,
  );
  return (itemId) => {
    const row = rowOf<{ data: string } & OverrideRow>(select, itemId);
    if (row === null) return null;
    const item: Item = JSON.parse(row.data);
    const override = row.patch === null ? null : overrideOf(row);
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
    where: '?1 IS NOT NULL AND item_id IN (SELECT item_id FROM item_override WHERE has_data = 1)',
    order: 'item_id',
  },
};
