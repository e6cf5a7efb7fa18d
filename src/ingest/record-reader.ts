import { compactIsbn, isbn13Of, readIsbn10, readIsbn13 } from '../catalog/isbn.ts';
import type { ItemName } from '../catalog/item-names.ts';
import { message } from '../messages/messages.ts';
import {
  type Fault,
  type LostFields,
  missing,
  missingOrEmpty,
  type Reason,
  type Rule,
  shorten,
  show,
  wrong,
} from './feed-record.ts';
import {
  type CellType,
  type Field,
  type FieldMap,
  type Fields,
  type FieldsOf,
  ITEM_NAMES,
  isObject,
  type RECORDS,
  ROUNDED,
} from './record-fields.ts';
import { plainText } from './text/plain-text.ts';

/** Findings about a record, or about an object inside it. */
export interface Verdict {
  /** The first reason to refuse the record or object. */
  fault: Fault | null;
  /** Dropped fields, and doubts about accepted values. */
  warnings: readonly Fault[];
  /** Why the file's reader couldn't read fields. */
  readonly lost?: LostFields | undefined;
}

type NameIn<Of extends Fields> = keyof Of & string;
type ValueOf<Of> = Of extends Field<infer Value> ? Value : never;
type Inside<Of> = Of extends { readonly fields: infer Map } ? FieldsOf<Map> : never;

/**
 * Reads the fields of a JSON object as record-fields.ts describes them. Null, absent fields and empty texts mean the same. An
 * unreadable required value refuses the object, any other is dropped with a warning.
 */
export class RecordReader<Of extends Fields> {
  readonly #source: Readonly<Record<string, unknown>>;
  readonly #fields: FieldMap<Of>;
  readonly verdict: Verdict;
  /** The verdict on the whole record. For an object that isn't nested, it equals `verdict`. */
  readonly #record: Verdict;
  /** The object's path within the record, such as `deal.`; empty at the top. */
  readonly #path: string;

  /** An unknown field refuses the whole record. */
  constructor(source: object, fields: FieldMap<Of>, verdict: Verdict, record = verdict, path = '') {
    this.#source = source as Record<string, unknown>;
    this.#fields = fields;
    this.verdict = verdict;
    this.#record = record;
    this.#path = path;
    for (const name of Object.keys(source)) {
      if (fields.has(name)) continue;
      const names = [...fields.keys()].join(', ');
      record.fault ??= { field: path + shorten(name), reason: message('feeds.unknownField', { names }) };
    }
  }

  isLost(name: NameIn<Of>): boolean {
    return this.#record.lost?.has(this.#path + name) === true;
  }

  refuse(name: NameIn<Of>, reason: Reason): void {
    const field = this.#path + name;
    this.verdict.fault ??= { field, reason: this.#record.lost?.get(field) ?? reason };
  }

  /** Warns about an accepted value. */
  warn(name: NameIn<Of>, reason: Reason): void {
    this.#addWarning({ field: this.#path + name, reason });
  }

  /** Warns about a dropped value. */
  leaveOut(name: string, reason: Reason): void {
    const field = this.#path + name;
    const lost = this.#record.lost?.get(field) ?? this.#record.lost?.get(field.replace(/\[\d+\]$/, ''));
    this.#addWarning({ field, reason: lost ?? reason, isLeftOut: true });
  }

  #addWarning(warning: Fault): void {
    this.#record.warnings = [...this.#record.warnings, warning];
  }

  /** The unreadable fields of a record, and fields derived from them. */
  unread(): { readonly unread?: ReadonlySet<string> } {
    const lost = this.#record.warnings.filter(({ isLeftOut }) => isLeftOut);
    if (lost.length === 0) return {};
    const unread = new Set(lost.map(({ field }) => field.replace(/[.[].*$/, '')));
    for (const [field, follower] of FOLLOWERS)
      if (unread.has(field) && (this.#source[follower] ?? null) === null) unread.add(follower);
    return { unread };
  }

  #lose(name: NameIn<Of>, reason: Reason): null {
    if (this.#field(name).need === undefined) this.leaveOut(name, reason);
    else this.refuse(name, reason);
    return null;
  }

  #field(name: NameIn<Of>): Field {
    const field = this.#fields.get(name);
    if (field === undefined) throw new Error(`no field: ${name}`);
    return field;
  }

  /** The value of a field; null if it isn't given. */
  get<Name extends NameIn<Of>>(name: Name): ValueOf<Of[Name]> | null {
    const field = this.#field(name);
    const value = this.#source[name] ?? null;
    if (value === null || (value === '' && !NEVER_EMPTY.has(field.type))) {
      if (field.need === 'given') this.refuse(name, missing(field.rule()));
      return null;
    }
    const parsed = field.parse(value) as ValueOf<Of[Name]> | null;
    return parsed ?? this.#lose(name, unreadText(value, field.rule()));
  }

  peek(name: string): unknown {
    return this.#source[name];
  }

  /** The cleaned text of a field, in one line unless `isLong` is set; empty if the field isn't given. */
  text(name: NameIn<Of>): string {
    const { max, need, isLong = false } = this.#field(name);
    const value = this.#source[name] ?? '';
    if (typeof value !== 'string') return this.#lose(name, wrong(value, message('feeds.text'))) ?? '';
    const text = value === '' ? '' : plainText(value, isLong ? 'lines' : 'line');
    if (text === '' && need === 'given') this.refuse(name, missingOrEmpty(message('feeds.textOf', { max })));
    if (text.length <= max) return text;
    const { length } = text;
    if (!isLong) return this.#lose(name, message('feeds.tooLong', { length, max })) ?? '';
    this.warn(name, message('feeds.cut', { length, max }));
    return text.slice(0, max).trimEnd().replace(LONE_SURROGATE, '');
  }

  /** Applies `read` to an object; null if the object isn't given or lacks a required field. */
  object<Name extends NameIn<Of>, T>(
    name: Name,
    read: (fields: RecordReader<Inside<Of[Name]>>) => T,
  ): T | null {
    const value = this.#source[name] ?? null;
    return value === null ? null : this.#part(name, name, value, read);
  }

  objects<Name extends NameIn<Of>, T>(name: Name, read: (fields: RecordReader<Inside<Of[Name]>>) => T): T[] {
    return this.list(name)
      .map((value, at) => this.#part(name, `${name}[${at}]`, value, read))
      .filter((part) => part !== null);
  }

  list(name: NameIn<Of>): readonly unknown[] {
    const value = this.#source[name] ?? NONE;
    const { parse, rule } = this.#field(name);
    if (parse(value) !== null) return value as readonly unknown[];
    return this.#lose(name, wrong(value, rule())) ?? NONE;
  }

  #part<Name extends NameIn<Of>, T>(
    name: Name,
    path: string,
    value: unknown,
    read: (fields: RecordReader<Inside<Of[Name]>>) => T,
  ): T | null {
    if (!isObject(value)) {
      this.leaveOut(path, wrong(value, message('feeds.mustBeObject')));
      return null;
    }
    const verdict: Verdict = { fault: null, warnings: NONE_FOUND };
    const fields = this.#field(name).fields as FieldMap<Inside<Of[Name]>>;
    const part = read(new RecordReader(value, fields, verdict, this.#record, `${this.#path}${path}.`));
    if (verdict.fault === null) return part;
    this.leaveOut(verdict.fault.field.slice(this.#path.length), verdict.fault.reason);
    return null;
  }
}

export function unreadText(value: unknown, rule: Rule): Reason {
  if (typeof value !== 'string' || !ROUNDED.test(value)) return wrong(value, rule);
  return message('feeds.roundedKey', { shown: show(value) });
}

/** Fields that are derived from another field when they aren't given. */
const FOLLOWERS = [
  ['shopPrice', 'salePrice'],
  ['isbn13', 'isbn10'],
  ['isbn10', 'isbn13'],
] as const;

/** Types for which an empty text is unreadable, not missing. */
const NEVER_EMPTY: ReadonlySet<CellType> = new Set(['number', 'price', 'flag']);

const NONE_FOUND: readonly Fault[] = [];
const NONE: readonly unknown[] = [];

/** Half of a surrogate pair at the end of a truncated text. */
const LONE_SURROGATE = /[\ud800-\udbff]$/;

type NameReader = RecordReader<FieldsOf<typeof RECORDS.remove>>;

/** Reads the name of a record's item. With `isRequired`, a record without a name is refused. */
export function readItemName(fields: NameReader, isRequired = true): ItemName {
  const itemId = fields.get('itemId');
  const externalId = fields.get('externalId');
  const isUnnamed = isRequired && itemId === null && externalId === null;
  const isbn13 = readIsbn(fields, 'isbn13', isUnnamed);
  const lost = ITEM_NAMES.find((one) => fields.isLost(one));
  if (isUnnamed && isbn13 === null) fields.refuse(lost ?? 'itemId', missing(message('feeds.itemName')));
  return { itemId, externalId, isbn13 };
}

/**
 * Reads an ISBN in any notation; null if there is none. Its check digit may be wrong. A valid `isbn10` replaces a missing or
 * unreadable `isbn13`. `isName` = the item has no other name, so an unreadable ISBN refuses the record.
 */
export function readIsbn(fields: NameReader, field: 'isbn13' | 'isbn10', isName = false): string | null {
  const written = fields.get(field);
  const read = field === 'isbn13' ? readIsbn13 : readIsbn10;
  const standIn = field === 'isbn13' ? () => standInOf(fields.peek('isbn10')) : () => null;
  const isbn = (written === null ? null : read(written)) ?? standIn();
  // Some programs write an empty cell as quotes or brackets.
  if (written === null || compactIsbn(written) === '') return isbn;
  if (isbn === null) {
    const reason = unreadText(written, message(`feeds.${field}`));
    if (isName) fields.refuse(field, reason);
    else fields.leaveOut(field, reason);
    // Removing hyphens and blanks isn't reported.
  } else if (isbn !== written && isbn !== written.replace(/[\s\p{Pd}]/gu, ''))
    fields.warn(field, message('feeds.readAs', { shown: show(written), isbn }));
  return isbn;
}

function standInOf(isbn10: unknown): string | null {
  const read = typeof isbn10 === 'string' ? readIsbn10(isbn10) : null;
  return read === null ? null : isbn13Of(read);
}

/** The name in a refused record, so that a full feed doesn't remove the item; null without one. */
export function nameInside(value: unknown): ItemName | null {
  if (!isObject(value)) return null;
  const { itemId, externalId, isbn13, isbn10 }: Readonly<Record<string, unknown>> = { ...value };
  const name = {
    itemId: typeof itemId === 'number' ? itemId : null,
    externalId: typeof externalId === 'string' ? externalId : null,
    isbn13: readIsbn13(String(isbn13 ?? '')) ?? standInOf(isbn10),
  };
  return isNameless(name) ? null : name;
}

export function isNameless({ itemId, externalId, isbn13 }: ItemName): boolean {
  return itemId === null && externalId === null && isbn13 === null;
}
