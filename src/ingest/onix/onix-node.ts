import type { Fault } from '../feed-record.ts';
import { dateOf as dateInText } from '../table/date-text.ts';
import shortTags from './short-tags.json' with { type: 'json' };

/** One element of a product record, with the reference name of its tag. */
export interface OnixNode {
  readonly name: string;
  /** The text inside; of texts with markup, the markup too. */
  text: string;
  readonly children: OnixNode[];
  /** The `dateformat` attribute of a date, or null. */
  readonly dateFormat: string | null;
}

/** A `<Product>` of a message and its number; null for one that is too long. */
export interface NumberedProduct extends Above {
  readonly line: number;
  readonly product: OnixNode | null;
  /** The first element with bytes that aren't of the encoding, or null. */
  readonly damaged: string | null;
  /** The first texts that were decoded twice, and what was made of them. */
  readonly repairs: readonly Fault[];
}

/** What stands above all products of a message. */
export interface Above {
  readonly header: OnixNode | null;
  readonly encoding: string;
  /** What the file declares in place of its encoding; null where it is right. */
  readonly misdeclared: string | null;
}

export function childOf(node: OnixNode | null | undefined, name: string): OnixNode | null {
  return node?.children.find((child) => child.name === name) ?? null;
}

export function childrenOf(node: OnixNode | null | undefined, name: string): OnixNode[] {
  return node?.children.filter((child) => child.name === name) ?? [];
}

/** The trimmed text of the first of these children that has any; empty when none has. */
export function textOf(node: OnixNode | null | undefined, ...names: readonly string[]): string {
  for (const name of names) {
    const text = childOf(node, name)?.text.trim() ?? '';
    if (text !== '') return text;
  }
  return '';
}

/** A block of a product of ONIX 3. In 2.1 the elements of all blocks stand directly in the product. */
export function blockOf(product: OnixNode, name: string): OnixNode {
  return childOf(product, name) ?? product;
}

/** The nodes in which an element has one of these codes, by the order of the codes. */
export function ofCodes(
  nodes: readonly OnixNode[],
  element: string,
  ...codes: readonly string[]
): OnixNode[] {
  return codes.flatMap((code) => nodes.filter((node) => textOf(node, element) === code));
}

/**
 * The date in an element, in a form that feed records take: yyyy, yyyy-MM or yyyy-MM-dd; as it is written where it has another form, and
 * null when there is none. The format (code list 55) may stand in an attribute, in an element beside, or nowhere: the digits show the
 * rest. Of a span the first day counts; a week and a quarter give their year.
 */
export function dateOf(node: OnixNode | undefined, element = 'Date'): string | null {
  const format = childOf(node, element)?.dateFormat ?? textOf(node, 'DateFormat');
  const written = textOf(node, element);
  if (written === '') return null;
  // Other calendars.
  if (/^[23]\d$/.test(format)) return `${written} (DateFormat ${format})`;
  const known = written.replace(/^(\d{4}(?:-?(?!00)\d\d)?)(?:-?00)+$/, '$1');
  const digits = format === '12' ? null : /^(\d{4})-?(\d{2})?-?(\d{2})?/.exec(known);
  if (digits === null) return written.length < DATE_CHARS_MAX ? dateInText(written, null).date : written;
  const [, year = '', month, day] = digits;
  if (YEAR_FORMATS.has(format) || month === undefined) return year;
  if (MONTH_FORMATS.has(format) || day === undefined) return `${year}-${month}`;
  return `${year}-${month}-${day}`;
}

/** Longer texts are no date, whatever they hold. */
const DATE_CHARS_MAX = 40;

/** Weeks, quarters, seasons and years, and spans of them. */
const YEAR_FORMATS = new Set('02 03 04 05 08 09 10 11'.split(' '));
/** Months and spans of months. */
const MONTH_FORMATS = new Set(['01', '07']);

/** The fields that the product gives. What it doesn't give keeps its default, or in an update its value. */
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
 * The reference name of a tag of ONIX for Books 2.1, 3.0 or 3.1; short-tags.json has those that this service reads. Others keep their
 * short name and are passed over.
 */
export function referenceName(tag: string): string {
  const name = tag.slice(tag.indexOf(':') + 1);
  return REFERENCE_NAMES.get(name) ?? name;
}

const REFERENCE_NAMES: ReadonlyMap<string, string> = new Map(Object.entries(shortTags));
