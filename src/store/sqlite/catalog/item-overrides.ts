import type { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Item } from '../../../catalog/item.ts';
import {
  CatalogBusyError,
  DATA_FIELDS,
  type Decided,
  type DecidedTogether,
  type ItemOverrides,
  isSameOverride,
  OVERRIDE_FIELDS,
  type OverridableItem,
  type OverrideField,
  type OverrideFields,
  type OverrideList,
  overrideFieldsOf,
  pickOverrides,
  type RecordedDecision,
  StaleChangesError,
  withOverrides,
} from '../../../catalog/item-overrides.ts';
import type { Clock } from '../../../clock.ts';
import { type CatalogWrites, localWrites, writeInTurn } from '../catalog-writes.ts';
import { openDatabase } from '../database.ts';
import { isBusy } from '../file-faults.ts';
import { createDecisionLog } from './item-decisions.ts';
import { createOverrideRows, type StoredOverride } from './item-override-rows.ts';
import { createItemRows } from './item-writer.ts';

export interface SqliteItemOverridesOptions {
  /** A connection of its own to the migrated catalogue file, with a busy timeout of 0. */
  readonly db: DatabaseSync;
  readonly clock: Clock;
  /** Where the commits go; into the file alone when left out. */
  readonly writes?: CatalogWrites;
}

/** Longer than any commit takes, shorter than a person waits: a long import is reported instead. */
const WRITE_WAIT_MS = 3_000;

/** Item overrides in the catalogue file. Waits for other writers without blocking the thread. */
export function createSqliteItemOverrides(options: SqliteItemOverridesOptions): ItemOverrides {
  const { db, clock, writes = localWrites } = options;
  const items = createOverriddenItems(db, clock);
  const log = createDecisionLog(db);
  const selectWithheld = db.prepare(`
    SELECT item_id
    FROM item
    WHERE withheld = 1
      AND (instr(lower(title), lower(?1)) > 0 OR isbn13 = ?1)
    ORDER BY item_id
    LIMIT ?2`);
  const selectPassed = db.prepare(`
    SELECT item_id, 'attention' AS field
    FROM item_override JOIN item USING (item_id)
    WHERE patch ->> '$.attention.until' < ?1
    UNION ALL
    SELECT item_id, 'deal'
    FROM item_override JOIN item USING (item_id)
    WHERE patch ->> '$.deal.until' < ?1`);
  return {
    find: async (itemId) => items.find(itemId),
    list: async (choice) => listItems(db, items, choice),
    findWithheld: async (text, limit) => selectWithheld.all(text, limit).map((row) => Number(row.item_id)),
    decide: (itemId, change, reason = '') =>
      whenFree(writes, db, () => items.record(itemId, { change, dropped: [] }, reason)),
    followFeed: (itemId, field, reason = '') =>
      whenFree(writes, db, () => items.record(itemId, { change: {}, dropped: [field] }, reason)),
    takeBack: (decisionId, reason = '') =>
      whenFree(writes, db, () => {
        const taken = log.find(decisionId);
        return taken === null ? null : items.record(taken.itemId, changeBack(taken), reason);
      }),
    decideTogether: (changes, reason = '') =>
      recordTogether(options, reason, () =>
        [...changes].map(([itemId, change]) => [itemId, { change, dropped: [], mustChange: true }]),
      ),
    takeBackTogether: (firstId, lastId, reason = '') =>
      recordTogether(options, reason, (own) =>
        createDecisionLog(own)
          .between(firstId, lastId)
          .map((taken) => [taken.itemId, changeBack(taken)]),
      ),
    listDecisions: async (itemId, limit) => log.list(itemId, limit),
    async findReasons(decisionIds) {
      const found = decisionIds.map((decisionId) => log.find(decisionId)).filter((one) => one !== null);
      return new Map(
        found.filter(({ reason }) => reason !== '').map((one) => [one.decisionId, one.reason] as const),
      );
    },
    async endPassed(day) {
      try {
        for (const row of selectPassed.all(day)) {
          const dropped: readonly OverrideField[] = row.field === 'deal' ? ['deal'] : ['attention'];
          await whenFree(writes, db, () => {
            const itemId = Number(row.item_id);
            if (items.find(itemId) !== null) items.apply(itemId, { change: {}, dropped });
          });
        }
        return true;
      } catch (error) {
        if (error instanceof CatalogBusyError) return false;
        throw error;
      }
    },
  };
}

function changesNothing(item: OverridableItem | null, change: Partial<OverrideFields>): boolean {
  if (item === null) return true;
  return OVERRIDE_FIELDS.every((field) => !(field in change) || isSameOverride(change[field], item[field]));
}

/** What makes the fields of a decision what they were before it. */
function changeBack({ fields, before }: RecordedDecision): OverrideChange {
  return { change: before, dropped: fields.filter((field) => !(field in before)) };
}

/** Decisions that are recorded before the thread answers other requests. */
const STEP = 10;

/** Changes items in one transaction, on a connection of its own: others read what was committed before. */
async function recordTogether(
  { db, clock, writes = localWrites }: SqliteItemOverridesOptions,
  reason: string,
  listChanges: (own: DatabaseSync) => readonly (readonly [number, OverrideChange])[],
): Promise<DecidedTogether | null> {
  using own = openDatabase(db.location() ?? '', { busyTimeoutMs: 0 });
  return await whenFree(writes, own, async () => {
    const items = createOverriddenItems(own, clock);
    const ids: number[] = [];
    for (const [at, [itemId, change]] of listChanges(own).entries()) {
      if (at % STEP === 0) await nextTurn();
      if (change.mustChange === true && changesNothing(items.find(itemId), change.change))
        throw new StaleChangesError(`a change of item ${itemId} would change nothing`);
      const decided = items.record(itemId, change, reason);
      if (decided !== null) ids.push(decided.decisionId);
    }
    const [firstId, lastId] = [ids[0], ids.at(-1)];
    return firstId === undefined || lastId === undefined ? null : { items: ids.length, firstId, lastId };
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
  const log = createDecisionLog(db);
  const revise = db.prepare('UPDATE catalog_state SET revision = revision + 1');
  const find = (itemId: number): OverridableItem | null => {
    const data = rows.find(itemId);
    return data === null ? null : overridableItemOf(JSON.parse(data), overrides.find(itemId));
  };
  /** Applies `change` and drops the overrides of `dropped`. Within a transaction; the item exists. */
  const apply = (itemId: number, { change, dropped }: OverrideChange) => {
    const before: Item = JSON.parse(rows.find(itemId) ?? '');
    const override = overrides.find(itemId);
    const fed = override?.fed ?? before;
    const patch = patchAfter(override?.patch ?? {}, change, overrideFieldsOf(fed), dropped);
    rows.replace(before, withOverrides(fed, patch));
    rows.tellSearch();
    if (Object.keys(patch).length === 0) overrides.remove(itemId);
    else overrides.put(itemId, { patch, fed, decidedAtMs: clock.nowMs() });
    revise.run();
  };
  /** Changes an item for an operator, and records that. */
  const record = (itemId: number, change: OverrideChange, reason: string): Decided | null => {
    const item = find(itemId);
    if (item === null) return null;
    apply(itemId, change);
    const fields = OVERRIDE_FIELDS.filter(
      (field) => field in change.change || change.dropped.includes(field),
    );
    const before = pickOverrides(item.decision?.decided ?? {}, fields);
    const decisionId = log.add({ itemId, fields, before, reason, decidedAtMs: clock.nowMs() });
    const changed = find(itemId);
    return changed === null ? null : { item: changed, decisionId };
  };
  return { find, apply, record };
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

async function whenFree<T>(writes: CatalogWrites, db: DatabaseSync, work: () => T | Promise<T>): Promise<T> {
  try {
    return await writeInTurn(writes, db, work, { waitMs: WRITE_WAIT_MS });
  } catch (error) {
    if (isBusy(error)) throw new CatalogBusyError('an import holds the catalogue', { cause: error });
    throw error;
  }
}

/** Fields with a new value, and those that follow the feed again. */
interface OverrideChange {
  readonly change: Partial<OverrideFields>;
  readonly dropped: readonly OverrideField[];
  /** Whether it is an error if the item is gone or is so already. */
  readonly mustChange?: boolean;
}

/** The overrides after a change: of its fields only those that differ from the feed. */
function patchAfter(
  before: Partial<OverrideFields>,
  change: Partial<OverrideFields>,
  fed: OverrideFields,
  dropped: readonly OverrideField[],
): Partial<OverrideFields> {
  const kept = OVERRIDE_FIELDS.filter((field) => {
    if (dropped.includes(field)) return false;
    return field in change ? !isSameOverride(change[field], fed[field]) : field in before;
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
