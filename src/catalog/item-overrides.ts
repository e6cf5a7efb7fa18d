import type { AuditLine } from '../base/audit-line.ts';
import { formatKstDay, type KstDay } from '../clock.ts';
import { columnNames, type Writer } from '../sql-database.ts';
import type { ContentDetail, Item, YesNo } from './item.ts';

/** The fields that operators may override (docs/accounts.md#operators-decisions). */
export interface OverrideFields
  extends Pick<Item, Exclude<OverrideField, 'bookIntroduction'>>,
    Pick<ContentDetail, 'bookIntroduction'> {}

export const OFFER_FIELDS = ['withheld', 'attention', 'deal'] as const;
export const DATA_FIELDS = [
  'title',
  'shopPrice',
  'salePrice',
  'categoryIds',
  'cover',
  'bookIntroduction',
] as const;
export const OVERRIDE_FIELDS = [...OFFER_FIELDS, ...DATA_FIELDS] as const;
export type OverrideField = (typeof OVERRIDE_FIELDS)[number];

export interface OverridableItem extends OverrideFields {
  readonly itemId: number;
  readonly isbn13: string;
  readonly fixedBookPriceYn: YesNo;
  /** Null if nothing is overridden. */
  readonly decision: ItemDecision | null;
}

export interface ItemDecision {
  readonly decided: Partial<OverrideFields>;
  readonly fed: OverrideFields;
  readonly decidedAtMs: number;
}

export const REASON_MAX = 200;

export interface RecordedDecision {
  readonly decisionId: number;
  readonly items: number;
  /** Empty if the operator gave no reason. */
  readonly reason: string;
  /** False 30 days after the decision, and once the decision is undone. */
  readonly isUndoable: boolean;
}

/** Who decides and why, for the audit log. */
export interface Decision {
  /** `account:<number>`, or a part of the system. */
  readonly by: string;
  readonly reason?: string;
  /** Details for the audit log if a decision is about several items at once. */
  readonly bulk?: object;
}

/** The target of audit log lines about several items. */
export const BULK_TARGET = 'items';

export interface Decided {
  readonly decisionId: number;
  readonly items: number;
  /** Items without a change, such as deleted items and items that have these values already. */
  readonly left: number;
}

/** New values by field; undefined = the feed's value applies again. */
export type OverrideChange = { readonly [Field in OverrideField]?: OverrideFields[Field] | undefined };

/** `attention` and `deal` list items whose days end on `fromDay` or later, `data` lists items with overridden data. */
export const OVERRIDE_LISTS = [...OFFER_FIELDS, 'data'] as const;

export interface OverrideList {
  readonly field: (typeof OVERRIDE_LISTS)[number];
  readonly fromDay: KstDay;
  readonly offset: number;
  readonly limit: number;
}

export function overrideFieldsOf(item: Item): OverrideFields {
  const { withheld, attention, deal, title, shopPrice, salePrice, categoryIds, cover, contentDetail } = item;
  const bookIntroduction = contentDetail?.bookIntroduction ?? null;
  return { withheld, attention, deal, title, shopPrice, salePrice, categoryIds, cover, bookIntroduction };
}

export function withOverrides(item: Item, { bookIntroduction, ...others }: Partial<OverrideFields>): Item {
  if (bookIntroduction === undefined) return { ...item, ...others };
  const { bookSummary = null, tableOfContents = null } = item.contentDetail ?? {};
  const isEmpty = (bookIntroduction ?? bookSummary ?? tableOfContents) === null;
  const contentDetail = isEmpty ? null : { bookIntroduction, bookSummary, tableOfContents };
  return { ...item, ...others, contentDetail };
}

export function pickOverrides(
  values: Partial<OverrideFields>,
  fields: readonly string[],
): Partial<OverrideFields> {
  return Object.fromEntries(Object.entries(values).filter(([field]) => fields.includes(field)));
}

export interface StoredOverride {
  readonly patch: Partial<OverrideFields>;
  /** The feed's version; null while the item isn't in the catalogue. */
  readonly fed: Item | null;
  readonly decidedAtMs: number;
}

export interface OverrideRow {
  readonly patch: string;
  readonly fed: string | null;
  readonly decidedAtMs: number;
}

export const SELECT_OVERRIDE = 'patch, fed, decided_at_ms AS "decidedAtMs"';

export function overrideOf({ patch, fed, decidedAtMs }: OverrideRow): StoredOverride {
  return { patch: JSON.parse(patch), fed: fed === null ? null : JSON.parse(fed), decidedAtMs };
}

export async function loadOverrides(
  sql: Writer,
  itemIds: readonly number[],
): Promise<ReadonlyMap<number, StoredOverride>> {
  if (itemIds.length === 0) return new Map();
  const rows = await sql.query<OverrideRow & { readonly itemId: number }>(
    `SELECT item_id AS "itemId", ${SELECT_OVERRIDE} FROM item_override WHERE item_id = ANY ($1)`,
    [itemIds],
  );
  return new Map(rows.map((row) => [row.itemId, overrideOf(row)]));
}

const COLUMNS =
  'item_id bigint, patch text, attention_until integer, deal_until integer, has_data smallint, fed text, decided_at_ms bigint';

export async function writeOverrides(
  sql: Writer,
  overrides: ReadonlyMap<number, StoredOverride>,
): Promise<void> {
  const ended = [...overrides.keys()].filter((itemId) => isEmpty(overrides.get(itemId)?.patch ?? {}));
  await sql.insert({
    into: 'item_override',
    columns: COLUMNS,
    rows: [...overrides]
      .filter(([, { patch }]) => !isEmpty(patch))
      .map(([itemId, { patch, fed, decidedAtMs }]) => [
        itemId,
        JSON.stringify(patch),
        patch.attention?.until ?? null,
        patch.deal?.until ?? null,
        DATA_FIELDS.some((field) => field in patch) ? 1 : 0,
        fed && JSON.stringify(fed),
        decidedAtMs,
      ]),
    conflict: `ON CONFLICT (item_id) DO UPDATE SET ${columnNames(COLUMNS).map((name) => `${name} = excluded.${name}`)}`,
  });
  if (ended.length > 0) await sql.query('DELETE FROM item_override WHERE item_id = ANY ($1)', [ended]);
}

function isEmpty(patch: Partial<OverrideFields>): boolean {
  return Object.keys(patch).length === 0;
}

export interface DecisionNote {
  readonly did: 'decided' | 'follows-feed' | 'taken-back';
  readonly by: string;
  /** Undefined for a bulk decision, and for undoing a decision for all its items. */
  readonly itemId: number | undefined;
  readonly detail: object;
}

export function noteOf(changes: ReadonlyMap<number, OverrideChange>, { by, bulk }: Decision): DecisionNote {
  const [one] = changes;
  if (bulk !== undefined || one === undefined)
    return { did: 'decided', by, itemId: undefined, detail: bulk ?? {} };
  const [itemId, change] = one;
  const field = OVERRIDE_FIELDS.find((name) => name in change && change[name] === undefined);
  return field === undefined
    ? { did: 'decided', by, itemId, detail: change }
    : { did: 'follows-feed', by, itemId, detail: { field } };
}

export function auditLineOf(
  { did, by: actor, itemId, detail }: DecisionNote,
  { decisionId, items }: Decided,
): Omit<AuditLine, 'atMs'> {
  const [noun, target] = itemId === undefined ? ['items', BULK_TARGET] : ['item', `item:${itemId}`];
  const counted = itemId === undefined ? { items } : {};
  return {
    ...{ actor, action: `${noun}.${did}`, target },
    detail: { ...inShort(detail), ...counted, decision: decisionId },
  };
}

/** Longer values are cut in the audit log, not in the item's history. */
const SHORT_MAX = 200;

function inShort(values: object): object {
  const short = (name: string, value: unknown) => {
    if (typeof value === 'string') return value.slice(0, SHORT_MAX).toWellFormed();
    if (typeof value === 'number' && (name === 'from' || name === 'until')) return formatKstDay(value);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? inShort(value) : value;
  };
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, short(name, value)]));
}
