import type { Fault } from '../feed-record.ts';
import { dateOf as dateInText } from '../table/date-text.ts';
import lists from './code-lists.json' with { type: 'json' };
import shortTags from './short-tags.json' with { type: 'json' };

/** One element of a product record, with the reference name of its tag. */
export interface OnixNode {
  readonly name: string;
  /** The inner text; in elements that allow markup, with the markup. */
  text: string;
  readonly children: OnixNode[];
  /** The `dateformat` attribute of a date, or null. */
  readonly dateFormat: string | null;
}

/** A `<Product>` of a message, with its number; `product` is null if it is too long. */
export interface NumberedProduct extends Above {
  readonly line: number;
  readonly product: OnixNode | null;
  /** The first element with invalid bytes, or null. */
  readonly damaged: string | null;
  /** The first texts that were decoded twice, with their repairs. */
  readonly repairs: readonly Fault[];
}

/** Data of the message that precedes all products. */
export interface Above {
  readonly header: OnixNode | null;
  readonly encoding: string;
  /** The wrongly declared encoding; null if the declaration is right. */
  readonly misdeclared: string | null;
}

export function childOf(node: OnixNode | null | undefined, name: string): OnixNode | null {
  return node?.children.find((child) => child.name === name) ?? null;
}

export function childrenOf(node: OnixNode | null | undefined, name: string): OnixNode[] {
  return node?.children.filter((child) => child.name === name) ?? [];
}

/** The trimmed text of the first of these children that has text; empty if none has. */
export function textOf(node: OnixNode | null | undefined, ...names: readonly string[]): string {
  for (const name of names) {
    const text = childOf(node, name)?.text.trim() ?? '';
    if (text !== '') return text;
  }
  return '';
}

/** A block of an ONIX 3 product; the product itself in ONIX 2.1, which has no blocks. */
export function blockOf(product: OnixNode, name: string): OnixNode {
  return childOf(product, name) ?? product;
}

/** The nodes whose `element` is one of these codes, in the order of the codes. */
export function ofCodes(
  nodes: readonly OnixNode[],
  element: string,
  ...codes: readonly string[]
): OnixNode[] {
  return codes.flatMap((code) => nodes.filter((node) => textOf(node, element) === code));
}

/**
 * The date in an element, in the form of feeds: yyyy, yyyy-MM or yyyy-MM-dd; other notations unchanged, null without a date. The
 * format (code list 55) may be in an attribute or in a neighbouring element; without a format, the number of digits decides. A
 * period gives its first day; a week or a quarter gives its year.
 */
export function dateOf(node: OnixNode | undefined, element = 'Date'): string | null {
  const format = childOf(node, element)?.dateFormat ?? textOf(node, 'DateFormat');
  const written = textOf(node, element);
  if (written === '') return null;
  // These formats belong to other calendars.
  if (/^[23]\d$/.test(format)) return `${written} (DateFormat ${format})`;
  const known = written.replace(/^(\d{4}(?:-?(?!00)\d\d)?)(?:-?00)+$/, '$1');
  const digits = format === '12' ? null : /^(\d{4})-?(\d{2})?-?(\d{2})?/.exec(known);
  if (digits === null) return written.length < DATE_CHARS_MAX ? dateInText(written, null).date : written;
  const [, year = '', month, day] = digits;
  if (YEAR_FORMATS.has(format) || month === undefined) return year;
  if (MONTH_FORMATS.has(format) || day === undefined) return `${year}-${month}`;
  return `${year}-${month}-${day}`;
}

/** Longer texts aren't dates. */
const DATE_CHARS_MAX = 40;

/** Weeks, quarters, seasons and years, and spans of them. */
const YEAR_FORMATS = new Set('02 03 04 05 08 09 10 11'.split(' '));
/** Months and spans of months. */
const MONTH_FORMATS = new Set(['01', '07']);

/** The fields that the product gives, without empty ones. Missing fields get their default, or in an update stay unchanged. */
export function given<Value>(fields: Readonly<Record<string, Value>>): Record<string, Value> {
  return Object.fromEntries(
    Object.entries(fields).filter(
      ([, value]) =>
        value !== undefined &&
        value !== null &&
        value !== '' &&
        !(Array.isArray(value) && value.length === 0),
    ),
  );
}

/**
 * The reference name of a tag of ONIX for Books 2.1, 3.0 or 3.1; short-tags.json has the short tags used here. Other short tags
 * stay unchanged and are ignored.
 */
export function referenceName(tag: string): string {
  const name = tag.slice(tag.indexOf(':') + 1);
  return REFERENCE_NAMES.get(name) ?? name;
}

const REFERENCE_NAMES: ReadonlyMap<string, string> = new Map(Object.entries(shortTags));

/** A map from codes to meanings, made from each meaning's list of codes. */
function byCode<Meaning extends string>(
  codes: Readonly<Record<Meaning, string>>,
): ReadonlyMap<string, Meaning> {
  const entries = Object.entries<string>(codes) as [Meaning, string][];
  return new Map(entries.flatMap(([meaning, list]) => list.split(' ').map((code) => [code, meaning])));
}

/** Translations of ONIX codes. docs/feeds.md#onix-fields shows the same tables, with EDItEUR's numbers of the code lists. */
export const CODES = {
  notificationTypes: byCode(lists.notificationTypes),
  /** By the first letter of the product form. */
  catalogsByForm: byCode(lists.catalogsByForm),
  formats: byCode(lists.formats),
  roles: byCode(lists.roles),
  statusByAvailability: byCode(lists.statusByAvailability),
  /** For ONIX 2.1 only. */
  statusByOldAvailability: byCode(lists.statusByOldAvailability),
  /** Publishing status of the product or of its market: used when no availability is given. */
  statusByPublishing: byCode(lists.statusByPublishing),
  measures: byCode(lists.measures),
  /** By unit, its size in millimetres or grams. */
  units: new Map(Object.entries(lists.units)),
  /** Types of retail prices: the first one in this order is used. Other types are what the shop pays. */
  priceTypes: lists.priceTypes.split(' '),
  /** Types of prices that a publisher has fixed. */
  fixedPriceTypes: new Set(lists.fixedPriceTypes.split(' ')),
} as const;
