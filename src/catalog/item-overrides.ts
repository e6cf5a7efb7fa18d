import type { AuditLine } from '../base/audit-line.ts';
import { formatKstDay, type KstDay } from '../clock.ts';
import { columnNames, type Writer } from '../sql-database.ts';
import type { ContentDetail, Item, YesNo } from './item.ts';

/** The fields of an item that operators may override (docs/accounts.md#operators-decisions). */
export interface OverrideFields
  extends Pick<Item, Exclude<OverrideField, 'bookIntroduction'>>,
    Pick<ContentDetail, 'bookIntroduction'> {}

/** Fields that decide whether and how an item is offered. */
export const OFFER_FIELDS = ['withheld', 'attention', 'deal'] as const;
/** Data that operators correct. */
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

/** An item with the fields that operators may override: the current values and where each comes from. */
export interface OverridableItem extends OverrideFields {
  readonly itemId: number;
  readonly isbn13: string;
  readonly fixedBookPriceYn: YesNo;
  /** Null while no operator overrides anything. */
  readonly decision: ItemDecision | null;
}

export interface ItemDecision {
  /** The overridden values; all other fields are the feed's. */
  readonly decided: Partial<OverrideFields>;
  /** The latest values of the feed. */
  readonly fed: OverrideFields;
  /** When an operator last changed an override, Unix milliseconds. */
  readonly decidedAtMs: number;
}

/** Maximum length of an operator's reason. */
export const REASON_MAX = 200;

/** One decision by an operator, about one item or several. */
export interface RecordedDecision {
  readonly decisionId: number;
  /** Number of items. */
  readonly items: number;
  /** Why, in the operator's words; empty if not given. */
  readonly reason: string;
  /** Whether it can still be undone: within 30 days, once. */
  readonly isUndoable: boolean;
}

/** Who makes a decision and why, for the audit log (docs/accounts.md#operators-decisions). */
export interface Decision {
  /** The operator, as `account:<number>`, or a part of the system. */
  readonly by: string;
  /** In the operator's words; at most REASON_MAX characters. */
  readonly reason?: string;
  /** What was decided about several items at once, for the audit log; left out for a decision about one item. */
  readonly bulk?: object;
}

/** The target of audit log lines about several items. */
export const BULK_TARGET = 'items';

export interface Decided {
  readonly decisionId: number;
  /** Items that changed. */
  readonly items: number;
  /** Items that didn't change: deleted, with these values already, or, for an undo, decided again since. */
  readonly left: number;
}

/** New values by field; undefined = the field follows the feed again. */
export type OverrideChange = { readonly [Field in OverrideField]?: OverrideFields[Field] | undefined };

/** Lists of items: withheld ones, those featured or with a deal on `fromDay` or later, and those with overridden data. */
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

/** The item with the given fields replaced. */
export function withOverrides(item: Item, { bookIntroduction, ...others }: Partial<OverrideFields>): Item {
  if (bookIntroduction === undefined) return { ...item, ...others };
  const { bookSummary = null, tableOfContents = null } = item.contentDetail ?? {};
  const isEmpty = (bookIntroduction ?? bookSummary ?? tableOfContents) === null;
  const contentDetail = isEmpty ? null : { bookIntroduction, bookSummary, tableOfContents };
  return { ...item, ...others, contentDetail };
}

/** The values of the given fields. */
export function pickOverrides(
  values: Partial<OverrideFields>,
  fields: readonly string[],
): Partial<OverrideFields> {
  return Object.fromEntries(Object.entries(values).filter(([field]) => fields.includes(field)));
}

/** An operator's overrides of an item, as they are stored. */
export interface StoredOverride {
  readonly patch: Partial<OverrideFields>;
  /** The item as its feed gives it; null while it isn't in the catalogue. */
  readonly fed: Item | null;
  readonly decidedAtMs: number;
}

export interface OverrideRow {
  readonly patch: string;
  readonly fed: string | null;
  readonly decidedAtMs: number;
}

/** The columns of OverrideRow. */
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

/** Stores overrides. Items whose last override has ended lose their row. */
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

/** The audit log line about a decision. */
export function decisionLine(
  changes: ReadonlyMap<number, OverrideChange>,
  { by, bulk }: Decision,
): DecisionLine {
  const [one] = changes;
  if (bulk !== undefined || one === undefined) return lineAbout(undefined, 'decided', by, bulk ?? {});
  const [itemId, change] = one;
  const field = OVERRIDE_FIELDS.find((name) => name in change && change[name] === undefined);
  if (field !== undefined) return lineAbout(itemId, 'follows-feed', by, { field });
  return lineAbout(itemId, 'decided', by, change);
}

/** An audit log line about one item, or about several if `itemId` is undefined. The store adds the decision's number. */
export function lineAbout(
  itemId: number | undefined,
  did: 'decided' | 'follows-feed' | 'taken-back',
  actor: string,
  detail: object,
): DecisionLine {
  const [noun, target] = itemId === undefined ? ['items', BULK_TARGET] : ['item', `item:${itemId}`];
  return { actor, action: `${noun}.${did}`, target, detail: inShort(detail) };
}

export type DecisionLine = Omit<AuditLine, 'atMs'>;

/** Longer values are cut in the audit log; the item's history has all of them. */
const SHORT_MAX = 200;

/** Values as the audit log shows them: short, and days as dates. */
function inShort(values: object): object {
  const short = (name: string, value: unknown) => {
    if (typeof value === 'string') return value.slice(0, SHORT_MAX).toWellFormed();
    if (typeof value === 'number' && (name === 'from' || name === 'until')) return formatKstDay(value);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? inShort(value) : value;
  };
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, short(name, value)]));
}
