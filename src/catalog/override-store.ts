import { setImmediate as nextTurn } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Clock, KstDay } from '../clock.ts';
import { CatalogBusyError, type Reader, type SqlDatabase, whereOf } from '../sql-database.ts';
import { type ChangeKeeper, forgetChanges, keepChanges, readKeptChanges } from '../store/kept-changes.ts';
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

interface OverrideOptions {
  readonly catalog: Pick<SqlDatabase, 'query' | 'transaction'>;
  readonly clock: Clock;
}

/**
 * Single items as operators manage them. A decision applies from the next response on, in search, lists and pages, until an
 * operator ends it or its days are over. Later feeds change only what applies after that. Waits for other writers without
 * blocking the thread.
 */
export function createItemOverrides(options: OverrideOptions) {
  const { query } = options.catalog;
  return {
    /** Null if there is no such item. */
    find: async (itemId: number): Promise<OverridableItem | null> =>
      (await findItems(options.catalog, [itemId])).get(itemId) ?? null,
    /** Sorted by last day, then by number; those without days by number. `totalCount` counts all of them. */
    list: (choice: OverrideList) => listItems(options.catalog, choice),
    /** Ascending numbers of the withheld items whose title contains a text, whatever its case, or whose ISBN13 it is. */
    async findWithheld(text: string, limit: number): Promise<number[]> {
      const found = await query<{ item_id: number }>(
        `SELECT item_id
         FROM item
         WHERE withheld = 1 AND (isbn13 = $1 OR lower(title) LIKE lower($2) ESCAPE '!')
         ORDER BY item_id
         LIMIT $3`,
        [text, `%${text.replaceAll(/[!%_]/g, '!$&')}%`, limit],
      );
      return found.map(({ item_id }) => item_id);
    },
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
    async findDecisions(decisionIds: readonly number[], itemId?: number): Promise<RecordedDecision[]> {
      const { where, values } = whereOf([
        ['decision_id = ANY ($)', decisionIds],
        ['decision_id IN (SELECT decision_id FROM item_decision_item WHERE item_id = $)', itemId],
      ]);
      const found = await query<RecordedDecision>(
        `SELECT decision_id AS "decisionId", reason,
           (SELECT count(*) FROM item_decision_item AS i WHERE i.decision_id = d.decision_id) AS items,
           EXISTS (SELECT 1 FROM undo WHERE cause = 'decision' AND number = decision_id) AS "isKept"
         FROM item_decision AS d
         ${where}`,
        values,
      );
      return found.map((row) => ({ ...row, isKept: Boolean(row.isKept) }));
    },
    /**
     * Ends overrides whose days are all before a day, so that an expired one doesn't block the feed's next offer. False
     * if an import prevented it; try again later.
     */
    async endPassed(day: KstDay): Promise<boolean> {
      const rows = await query<{ item_id: number; attention: number | null; deal: number | null }>(
        `SELECT item_id, attention_until AS attention, deal_until AS deal
         FROM item_override
         WHERE attention_until < $1 OR deal_until < $1`,
        [day],
      );
      const passed = rows.map(({ item_id, ...until }) => {
        const fields = (['attention', 'deal'] as const).filter((field) => (until[field] ?? day) < day);
        const ended = Object.fromEntries(fields.map((field) => [field, undefined]));
        return [item_id, () => ended] as const;
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
  { catalog, clock }: OverrideOptions,
  listChanges: (own: Reader) => Iterable<ItemDecision> | AsyncIterable<ItemDecision>,
  reason: string,
  takenBack = 0,
): Promise<Decided | null> {
  return await catalog.transaction(async (writer) => {
    const [last] = await writer.query<{ id: number | null }>(
      'SELECT max(decision_id) AS id FROM item_decision',
    );
    const decisionId = (last?.id ?? 0) + 1;
    const kept = keepChanges(writer, ['decision', decisionId], clock.nowMs());
    const items = createItemWriter(writer);
    const changes = await Array.fromAsync(listChanges(writer));
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
    await writer.query('INSERT INTO item_decision (decision_id, reason) VALUES ($1, $2)', [
      decisionId,
      reason,
    ]);
    await writer.insert({
      into: 'item_decision_item',
      columns: 'decision_id bigint, item_id bigint',
      rows: decided.map((itemId) => [decisionId, itemId]),
    });
    await forgetChanges(writer, ['decision', takenBack]);
    await writer.query('UPDATE catalog_state SET revision = revision + 1');
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

/** Items with what operators decided of them. */
async function findItems(
  { query }: Reader,
  itemIds: readonly number[],
): Promise<ReadonlyMap<number, OverridableItem>> {
  const rows = await query<OverrideRow & { item_id: number; data: string }>(
    `SELECT item_id, data, ${OVERRIDE} FROM item LEFT JOIN item_override USING (item_id) WHERE item_id = ANY ($1)`,
    [itemIds],
  );
  return new Map(
    rows.map((row) => {
      const item: Item = JSON.parse(row.data);
      const override = row.patch === null ? null : overrideOf(row);
      const decision = override && {
        decided: override.patch,
        fed: overrideFieldsOf(override.fed ?? item),
        decidedAtMs: override.decidedAtMs,
      };
      const { itemId, isbn13, fixedBookPriceYn } = item;
      return [itemId, { ...overrideFieldsOf(item), itemId, isbn13, fixedBookPriceYn, decision }];
    }),
  );
}

async function listItems(reader: Reader, { field, fromDay, offset, limit }: OverrideList) {
  const [condition, order] = LISTS[field];
  const { where, values } = whereOf([[condition, ...(condition.includes('$') ? [fromDay] : [])]]);
  const rows = await reader.query<{ item_id: number }>(
    `SELECT item_id FROM item ${where} ORDER BY ${order}, item_id LIMIT ${limit} OFFSET ${offset}`,
    values,
  );
  const [count] = await reader.query<{ items: number }>(
    `SELECT count(*) AS items FROM item ${where}`,
    values,
  );
  const itemIds = rows.map(({ item_id }) => item_id);
  const found = await findItems(reader, itemIds);
  const items = itemIds.map((itemId) => found.get(itemId)).filter((item) => item !== undefined);
  return { items, totalCount: count?.items ?? 0 };
}

/** What is in each list, of which `$` is the first day, and its order. Offers use an index of their own. */
const LISTS: Readonly<Record<OverrideList['field'], readonly [condition: string, order: string]>> = {
  withheld: ['withheld = 1', 'item_id'],
  attention: ['attention_until >= $', 'attention_until'],
  deal: ['deal_until >= $', 'deal_until'],
  data: ['item_id IN (SELECT item_id FROM item_override WHERE has_data = 1)', 'item_id'],
};
