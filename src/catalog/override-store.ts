import { setImmediate as nextTurn } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { insertAuditLine } from '../base/audit-line.ts';
import type { Clock, KstDay } from '../clock.ts';
import { CatalogBusyError, type Reader, type SqlDatabase, whereOf } from '../sql-database.ts';
import {
  deleteRecordedChanges,
  readRecordedChanges,
  recordChanges,
  type UndoRecorder,
} from '../store/undo-log.ts';
import type { Item } from './item.ts';
import {
  auditLineOf,
  type Decided,
  type Decision,
  type DecisionNote,
  noteOf,
  OVERRIDE_FIELDS,
  type OverridableItem,
  type OverrideChange,
  type OverrideFields,
  type OverrideList,
  type OverrideRow,
  overrideFieldsOf,
  overrideOf,
  type RecordedDecision,
  SELECT_OVERRIDE,
} from './item-overrides.ts';
import { createItemWriter } from './item-writer.ts';
import { moveRevision } from './revision.ts';

export type ItemOverrides = ReturnType<typeof createItemOverrides>;

interface OverrideOptions {
  readonly catalog: Pick<SqlDatabase, 'query' | 'transaction'>;
  readonly clock: Clock;
}

/**
 * Operators' overrides of items. A decision takes effect with the next response and until an operator ends it or its days have
 * passed. Later feeds change only the values under the overrides.
 */
export function createItemOverrides(options: OverrideOptions) {
  const { query } = options.catalog;
  return {
    find: async (itemId: number): Promise<OverridableItem | null> =>
      (await findItems(options.catalog, [itemId])).get(itemId) ?? null,
    list: (choice: OverrideList) => listItems(options.catalog, choice),
    /** Ascending numbers of withheld items whose title contains `text`, in any case, or whose ISBN13 is `text`. */
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
     * Overrides fields of items. A value equal to the feed's isn't stored. Null if no item changes. Throws CatalogBusyError.
     */
    decide: (changes: ReadonlyMap<number, OverrideChange>, decision: Decision) =>
      decide(options, () => changes.entries().map(([itemId, change]) => [itemId, () => change]), {
        reason: decision.reason,
        note: noteOf(changes, decision),
      }),
    /**
     * Undoes a decision: restores its items' fields, except fields that were changed since. Undoing is a decision, too, and can
     * be undone. Null if nothing can be restored. Throws CatalogBusyError.
     */
    takeBack: (takenBack: number, by: string, itemId?: number) =>
      decide(options, (own) => changesBack(own, takenBack), {
        takenBack,
        note: { did: 'taken-back', by, itemId, detail: { takenBack } },
      }),
    /** Decisions by number, in any order. With `itemId`, only decisions about this item. */
    async findDecisions(decisionIds: readonly number[], itemId?: number): Promise<RecordedDecision[]> {
      const { where, values } = whereOf([
        ['decision_id = ANY ($)', decisionIds],
        ['decision_id IN (SELECT decision_id FROM item_decision_item WHERE item_id = $)', itemId],
      ]);
      const found = await query<RecordedDecision>(
        `SELECT decision_id AS "decisionId", reason,
           (SELECT count(*) FROM item_decision_item AS i WHERE i.decision_id = d.decision_id) AS items,
           EXISTS (SELECT 1 FROM undo WHERE cause = 'decision' AND number = decision_id) AS "isUndoable"
         FROM item_decision AS d
         ${where}`,
        values,
      );
      return found.map((row) => ({ ...row, isUndoable: Boolean(row.isUndoable) }));
    },
    /** Removes overrides that ended before `day`: they would hide the feed's next offer. False if an import is running. */
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
        await decide(options, () => passed, { note: null });
        return true;
      } catch (error) {
        if (error instanceof CatalogBusyError) return false;
        throw error;
      }
    },
  };
}

/** After so many items, the thread serves other requests. */
const STEP = 10;

type Patch = Partial<OverrideFields>;
type Decide = (current: Patch) => OverrideChange;
type ItemDecision = readonly [itemId: number, decide: Decide];

/** Runs in one transaction. `takenBack` = the decision to undo, or 0. Without a `note`, the audit log gets no line. */
async function decide(
  { catalog, clock }: OverrideOptions,
  listChanges: (own: Reader) => Iterable<ItemDecision> | AsyncIterable<ItemDecision>,
  {
    note,
    reason = '',
    takenBack = 0,
  }: { note: DecisionNote | null; reason?: string | undefined; takenBack?: number },
): Promise<Decided | null> {
  return await catalog.transaction(async (writer) => {
    const [last] = await writer.query<{ id: number | null }>(
      'SELECT max(decision_id) AS id FROM item_decision',
    );
    const decisionId = (last?.id ?? 0) + 1;
    const undo = recordChanges(writer, ['decision', decisionId], clock.nowMs());
    const items = createItemWriter(writer);
    const changes = await Array.fromAsync(listChanges(writer));
    const decided: number[] = [];
    for (let at = 0; at < changes.length; at += STEP) {
      await nextTurn();
      const some = changes.slice(at, at + STEP);
      await items.load(some.map(([itemId]) => itemId));
      for (const [itemId, decideItem] of some)
        if (apply(items, itemId, decideItem, clock.nowMs(), undo)) decided.push(itemId);
      await items.write();
      await undo.cut();
    }
    if (decided.length === 0) return null;
    await undo.end();
    await writer.query('INSERT INTO item_decision (decision_id, reason) VALUES ($1, $2)', [
      decisionId,
      reason,
    ]);
    await writer.insert({
      into: 'item_decision_item',
      columns: 'decision_id bigint, item_id bigint',
      rows: decided.map((itemId) => [decisionId, itemId]),
    });
    await deleteRecordedChanges(writer, ['decision', takenBack]);
    await moveRevision(writer);
    const made = { decisionId, items: decided.length, left: changes.length - decided.length };
    if (note !== null) {
      const line = { ...auditLineOf(note, made), atMs: clock.nowMs() };
      await insertAuditLine(writer, 'catalogue_audit', line);
    }
    return made;
  });
}

function apply(
  items: ReturnType<typeof createItemWriter>,
  itemId: number,
  decideItem: Decide,
  nowMs: number,
  undo: UndoRecorder,
): boolean {
  const known = items.find(itemId);
  if (known === null) return false;
  const { patch: was, fed } = known;
  const became = patchAfter(was, decideItem(was), overrideFieldsOf(fed));
  if (isDeepStrictEqual(became, was)) return false;
  undo.note('item_override', String(itemId), JSON.stringify([was, became] satisfies RecordedPatches), '');
  items.decide(known, became, nowMs);
  return true;
}

type RecordedPatches = readonly [was: Patch, became: Patch];

function patchAfter(before: Patch, change: OverrideChange, fed: OverrideFields): Patch {
  const all = { ...before, ...change };
  const overridden = OVERRIDE_FIELDS.filter((field) =>
    field in change
      ? change[field] !== undefined && !isDeepStrictEqual(change[field], fed[field])
      : field in before,
  );
  return Object.fromEntries(overridden.map((field) => [field, all[field]]));
}

/** By item, the changes that undo a decision. Fields that were changed after the decision are omitted. */
async function* changesBack(sql: Reader, decisionId: number): AsyncGenerator<ItemDecision> {
  for await (const chunk of readRecordedChanges(sql, ['decision', decisionId]))
    for (const { key, before } of chunk) {
      const [was, became] = before as RecordedPatches;
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

async function findItems(
  { query }: Reader,
  itemIds: readonly number[],
): Promise<ReadonlyMap<number, OverridableItem>> {
  const rows = await query<(OverrideRow | { patch: null }) & { item_id: number; data: string }>(
    `SELECT item_id, data, ${SELECT_OVERRIDE} FROM item LEFT JOIN item_override USING (item_id) WHERE item_id = ANY ($1)`,
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

/** In a condition, `$` is `fromDay`. The first three lists have an index each. */
const LISTS: Readonly<Record<OverrideList['field'], readonly [condition: string, order: string]>> = {
  withheld: ['withheld = 1', 'item_id'],
  attention: ['attention_until >= $', 'attention_until'],
  deal: ['deal_until >= $', 'deal_until'],
  data: ['item_id IN (SELECT item_id FROM item_override WHERE has_data = 1)', 'item_id'],
};
