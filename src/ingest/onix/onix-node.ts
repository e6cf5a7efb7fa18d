import type { Fault } from '../feed-record.ts';
import { dateOf as dateInText } from '../table/date-text.ts';
import lists from './code-lists.json' with { type: 'json' };
import shortTags from './short-tags.json' with { type: 'json' };

/** One element of a product record, with the reference name of its tag. */
export interface OnixNode {
  readonly name: string;
  /** Includes the markup if the element allows XHTML. */
  text: string;
  readonly children: OnixNode[];
  readonly dateFormat: string | null;
}

/** `product` is null for a product that is too long. */
export interface NumberedProduct extends Above {
  /** The product's number in the message. */
  readonly line: number;
  readonly product: OnixNode | null;
  /** The first element with invalid bytes. */
  readonly damaged: string | null;
  readonly repairs: readonly Fault[];
}

/** Data of the message that precedes all products. */
export interface Above {
  readonly header: OnixNode | null;
  readonly encoding: string;
  /** The declared encoding, if it is wrong. */
  readonly misdeclared: string | null;
}

export function childOf(node: OnixNode | null | undefined, name: string): OnixNode | null {
  return node?.children.find((child) => child.name === name) ?? null;
}

export function childrenOf(node: OnixNode | null | undefined, name: string): OnixNode[] {
  return node?.children.filter((child) => child.name === name) ?? [];
}

/** The trimmed text of the first child that has text, in the order of `names`. */
export function textOf(node: OnixNode | null | undefined, ...names: readonly string[]): string {
  for (const name of names) {
    const text = childOf(node, name)?.text.trim() ?? '';
    if (text !== '') return text;
  }
  return '';
}

/** A block of the product; in ONIX 2.1, which has no blocks, the product itself. */
export function blockOf(product: OnixNode, name: string): OnixNode {
  return childOf(product, name) ?? product;
}

/** The nodes whose `element` has one of these codes, in the order of the codes. */
export function ofCodes(nodes: readonly OnixNode[], element: string, ...codes: readonly string[]) {
  return codes.flatMap((code) => nodes.filter((node) => textOf(node, element) === code));
}

/** A date as yyyy, yyyy-MM or yyyy-MM-dd. Other notations stay unchanged. Null without a date. Formats: code list 55. */
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

const DATE_CHARS_MAX = 40;

/** Weeks, quarters, seasons and years, and spans of them. */
const YEAR_FORMATS = new Set('02 03 04 05 08 09 10 11'.split(' '));
const MONTH_FORMATS = new Set(['01', '07']);

/** Drops empty fields: an item then gets their default, and a patch doesn't change them. */
export function given<Value>(fields: Readonly<Record<string, Value>>): Record<string, Value> {
  const isGiven = (value: unknown) => (value ?? '') !== '' && !(Array.isArray(value) && value.length === 0);
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => isGiven(value)));
}

/** The reference name of a short tag. short-tags.json has the tags used here; other tags are ignored. */
export function referenceName(tag: string): string {
  return REFERENCE_NAMES.get(tag) ?? tag;
}

const REFERENCE_NAMES: ReadonlyMap<string, string> = new Map(Object.entries(shortTags));

/** Inverts a list of codes by meaning. */
function byCode<Meaning extends string>(codes: Readonly<Record<Meaning, string>>) {
  const entries = Object.entries<string>(codes) as [Meaning, string][];
  return new Map(
    entries.flatMap(([meaning, list]) => list.split(' ').map((code) => [code, meaning] as const)),
  );
}

/** Translations of ONIX codes (docs/feeds.md#onix-fields). */
export const CODES = {
  notificationTypes: byCode(lists.notificationTypes),
  /** By the first letter of the product form. */
  catalogsByForm: byCode(lists.catalogsByForm),
  formats: byCode(lists.formats),
  roles: byCode(lists.roles),
  statusByAvailability: byCode(lists.statusByAvailability),
  statusByOldAvailability: byCode(lists.statusByOldAvailability),
  /** Used if no availability is given. */
  statusByPublishing: byCode(lists.statusByPublishing),
  measures: byCode(lists.measures),
  /** How many millimetres or grams a unit is. */
  units: new Map(Object.entries(lists.units)),
  /** Types of retail prices, the preferred type first. All other types are prices that the shop pays. */
  priceTypes: lists.priceTypes.split(' '),
  fixedPriceTypes: new Set(lists.fixedPriceTypes.split(' ')),
} as const;
