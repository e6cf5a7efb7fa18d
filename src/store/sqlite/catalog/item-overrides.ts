import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import type { DayWindow } from '../../../catalog/item.ts';
import {
  CatalogBusyError,
  type Decided,
  type ItemDecision,
  type ItemOverrides,
  isSameOverride,
  OVERRIDE_FIELDS,
  type OverridableItem,
  type OverrideField,
  type OverrideFields,
  overrideFieldsOf,
} from '../../../catalog/item-overrides.ts';
import type { Clock } from '../../../clock.ts';
import { type CatalogWrites, localWrites, writeInTurn } from '../catalog-writes.ts';
import { isBusy } from '../file-faults.ts';
import { createDecisionLog } from './decision-log.ts';
import { createItemDecisions, type ItemDecisions } from './item-decisions.ts';

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
export function createSqliteItemOverrides({
  db,
  clock,
  writes = localWrites,
}: SqliteItemOverridesOptions): ItemOverrides {
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
    FROM item_decision JOIN item USING (item_id)
    WHERE decided ->> '$.attention.until' < ?1
    UNION ALL
    SELECT item_id, 'deal'
    FROM item_decision JOIN item USING (item_id)
    WHERE decided ->> '$.deal.until' < ?1`);
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
        if (taken === null) return null;
        const dropped = taken.fields.filter((field) => !(field in taken.before));
        return items.record(taken.itemId, { change: taken.before, dropped }, reason);
      }),
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
            const item = items.find(Number(row.item_id));
            if (item !== null) items.apply(item, { change: {}, dropped });
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

function listItems(
  db: DatabaseSync,
  items: ReturnType<typeof createOverriddenItems>,
  { field, fromDay, offset, limit }: Parameters<ItemOverrides['list']>[0],
) {
  const { where, order } = LISTS[field];
  const rows = db
    .prepare(`SELECT ${COLUMNS} FROM item WHERE ${where} ORDER BY ${order} LIMIT ?2 OFFSET ?3`)
    .all(fromDay, limit, offset);
  const count = db.prepare(`SELECT count(*) AS items FROM item WHERE ${where}`).get(fromDay);
  return { items: rows.map((row) => items.read(row)), totalCount: Number(count?.items) };
}

/** Single items and their changes, within the caller's transaction. */
function createOverriddenItems(db: DatabaseSync, clock: Clock) {
  const decisions = createItemDecisions(db);
  const log = createDecisionLog(db);
  const select = db.prepare(`SELECT ${COLUMNS} FROM item WHERE item_id = ?`);
  const update = db.prepare(`
    UPDATE item
    SET withheld = ?, attention_from = ?, attention_until = ?, deal_price = ?, deal_from = ?, deal_until = ?
    WHERE item_id = ?`);
  const revise = db.prepare('UPDATE catalog_state SET revision = revision + 1');
  const find = (itemId: number): OverridableItem | null => {
    const row = select.get(itemId);
    return row === undefined ? null : overridableItemOf(row, decisions);
  };
  /** Applies `change` and drops the overrides of `dropped`. Within a transaction. */
  const apply = (item: OverridableItem, { change, dropped }: OverrideChange) => {
    const fed = item.decision?.fed ?? overrideFieldsOf(item);
    const decided = decidedAfter(item.decision?.decided ?? {}, change, fed, dropped);
    const { withheld, attention, deal } = { ...fed, ...decided };
    update.run(
      +withheld,
      attention?.from ?? null,
      attention?.until ?? null,
      deal?.salePrice ?? null,
      deal?.from ?? null,
      deal?.until ?? null,
      item.itemId,
    );
    if (Object.keys(decided).length === 0) decisions.remove(item.itemId);
    else decisions.put(item.itemId, { decided, fed, decidedAtMs: clock.nowMs() });
    revise.run();
  };
  /** Changes an item for an operator, and records that. */
  const record = (itemId: number, change: OverrideChange, reason: string): Decided | null => {
    const item = find(itemId);
    if (item === null) return null;
    apply(item, change);
    const fields = OVERRIDE_FIELDS.filter(
      (field) => field in change.change || change.dropped.includes(field),
    );
    const before = pick(item.decision?.decided ?? {}, fields);
    const decisionId = log.add({ itemId, fields, before, reason, decidedAtMs: clock.nowMs() });
    const changed = find(itemId);
    return changed === null ? null : { item: changed, decisionId };
  };
  return { find, apply, record, read: (row: Row) => overridableItemOf(row, decisions) };
}

type Row = Record<string, SQLOutputValue>;

const COLUMNS = `item_id, title, isbn13, shop_price, sale_price, withheld, attention_from, attention_until, deal_price,
  deal_from, deal_until`;

/** Each uses an index of its own. The day doesn't matter for withheld items but has to be bound. */
const LISTS: Readonly<Record<OverrideField, { readonly where: string; readonly order: string }>> = {
  withheld: { where: 'withheld = 1 AND ?1 IS NOT NULL', order: 'item_id' },
  attention: { where: 'attention_until >= ?1', order: 'attention_until, item_id' },
  deal: { where: 'deal_until >= ?1', order: 'deal_until, item_id' },
};

async function whenFree<T>(writes: CatalogWrites, db: DatabaseSync, work: () => T): Promise<T> {
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
}

function pick(decided: Partial<OverrideFields>, fields: readonly OverrideField[]): Partial<OverrideFields> {
  return Object.fromEntries(
    fields.filter((field) => field in decided).map((field) => [field, decided[field]]),
  );
}

/** The overrides after a change: of its fields only those that differ from the feed. */
function decidedAfter(
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

function overridableItemOf(row: Row, decisions: ItemDecisions): OverridableItem {
  const itemId = Number(row.item_id);
  const decision: ItemDecision | null = decisions.find(itemId);
  const deal = windowOf(row.deal_from, row.deal_until);
  return {
    itemId,
    title: String(row.title),
    isbn13: String(row.isbn13),
    shopPrice: Number(row.shop_price),
    salePrice: Number(row.sale_price),
    withheld: row.withheld === 1,
    attention: windowOf(row.attention_from, row.attention_until),
    deal: deal === null ? null : { salePrice: Number(row.deal_price), ...deal },
    decision,
  };
}

function windowOf(from: SQLOutputValue | undefined, until: SQLOutputValue | undefined): DayWindow | null {
  return typeof from === 'number' && typeof until === 'number' ? { from, until } : null;
}
