import type { CategoryNode } from '../catalog/category.ts';
import type { Author } from '../catalog/item.ts';
import { message } from '../messages/messages.ts';
import { FEED_KINDS, type FeedHeader, type FeedKind, type FeedRecord } from './feed-record.ts';
import { readItemName } from './item-name.ts';
import { patchRecord } from './item-patch.ts';
import { CATEGORY_ID, CATEGORY_ID_RULE, itemRecord, NAME_LENGTH_MAX } from './item-record.ts';
import { missing, oneOf, type Reason, show, wrong } from './reason.ts';
import { fieldNames, ID_BOUNDS, isObject, RecordFields } from './record-fields.ts';
import { CANCEL_FIELDS, cancelRecord, readReturned, SALE_FIELDS, saleRecord } from './sale-record.ts';
import { type Fault, type LostFields, unreadFields, type Verdict } from './verdict.ts';

/** Characters of an author's dates, which are free text, such as "1569" or "before 1610". */
const LIFE_DATE_LENGTH_MAX = 100;
const DEBUT_TITLE_LENGTH_MAX = 1000;
/** Characters of an author's introduction. */
const DETAILS_LENGTH_MAX = 100_000;

/** The outcome of checking one record. */
export interface CheckedRecord {
  /** The record with its defaults, or the first reason to refuse all of it. */
  readonly outcome: FeedRecord | FeedHeader | Fault;
  /** Optional fields that were left out, and values that are kept although they look wrong. */
  readonly warnings: readonly Fault[];
}

/**
 * Checks one record of a feed and fills in its defaults. `value` is any JSON value; `receivedAtMs` is the time of receipt,
 * the default of times that the shop doesn't give; `lost` = what the reader of the file knows of fields that it couldn't read.
 * Never throws.
 */
export function checkRecord(value: unknown, receivedAtMs: number, lost?: LostFields): CheckedRecord {
  if (!isObject(value)) return refused({ field: '', reason: wrong(value, message('feeds.jsonObject')) });
  const kind = 'kind' in value && Object.hasOwn(value, 'kind') ? value.kind : undefined;
  if (kind === 'feed') return checkHeader(value);
  const known = FEED_KINDS.find((one) => one === kind);
  if (known === undefined) return refused({ field: 'kind', reason: lost?.get('kind') ?? unknownKind(kind) });
  const verdict: Verdict = { fault: null, warnings: NO_WARNINGS, lost };
  const record = READERS[known](value, receivedAtMs, verdict);
  return { outcome: verdict.fault ?? record, warnings: verdict.warnings };
}

function checkHeader(source: object): CheckedRecord {
  const verdict: Verdict = { fault: null, warnings: NO_WARNINGS };
  const fields = new RecordFields(source, HEADER_FIELDS, verdict);
  if (fields.choice('complete', COMPLETE) === null) fields.refuse('complete', missing(oneOf(COMPLETE)));
  return { outcome: verdict.fault ?? { kind: 'feed', complete: 'items' }, warnings: NO_WARNINGS };
}

const HEADER_FIELDS = fieldNames('complete');
const COMPLETE = ['items'] as const;

const NO_WARNINGS: readonly Fault[] = [];

function refused(fault: Fault): CheckedRecord {
  return { outcome: fault, warnings: NO_WARNINGS };
}

function unknownKind(kind: unknown): Reason {
  const rule = oneOf([...FEED_KINDS, 'feed']);
  return kind === undefined
    ? message('feeds.kindMissing', { rule })
    : message('feeds.kindUnknown', { shown: show(kind), rule });
}

type Reader = (source: object, receivedAtMs: number, verdict: Verdict) => FeedRecord;

const READERS: Readonly<Record<FeedKind, Reader>> = {
  category(source, _receivedAtMs, verdict) {
    const category = readCategory(source, verdict);
    return { kind: 'category', category, ...unreadOf(verdict) };
  },
  author(source, _receivedAtMs, verdict) {
    const author = readAuthor(source, verdict);
    return { kind: 'author', author, ...unreadOf(verdict) };
  },
  item: itemRecord,
  patch: patchRecord,
  remove(source, _receivedAtMs, verdict) {
    const name = readItemName(new RecordFields(source, REMOVE_FIELDS, verdict));
    const isNamed = name.itemId === null || name.externalId !== null || name.isbn13 !== null;
    return { kind: 'remove', itemId: name.itemId ?? 0, ...(isNamed ? { name } : {}) };
  },
  sale: (source, receivedAtMs, verdict) =>
    saleRecord(new RecordFields(source, SALE_FIELDS, verdict), receivedAtMs),
  cancel(source, receivedAtMs, verdict) {
    const fields = new RecordFields(source, CANCEL_FIELDS, verdict);
    const cancellation = cancelRecord(fields, receivedAtMs);
    const returned = cancellation.quantity === undefined ? null : readReturned(fields);
    return { kind: 'cancel', cancellation, ...(returned === null ? {} : { returned }) };
  },
};

/** Nothing for nearly all records. */
function unreadOf(verdict: Verdict): { readonly unread?: ReadonlySet<string> } {
  return verdict.warnings.length === 0 ? {} : { unread: unreadFields(verdict) };
}

const REMOVE_FIELDS = fieldNames('itemId externalId', 'isbn13 isbn10');

const CATEGORY_FIELDS = fieldNames('categoryId categoryName', 'parentId');

/** parentId: default none, the category is a root. It may come later in the feed, or never. */
function readCategory(source: object, verdict: Verdict): CategoryNode {
  const fields = new RecordFields(source, CATEGORY_FIELDS, verdict);
  const categoryId = fields.identifier('categoryId', NAME_LENGTH_MAX);
  if (categoryId === null) fields.refuse('categoryId', missing(CATEGORY_ID_RULE));
  else if (!CATEGORY_ID.test(categoryId)) fields.refuse('categoryId', wrong(categoryId, CATEGORY_ID_RULE));
  const categoryName = fields.requiredText('categoryName', NAME_LENGTH_MAX);
  const parentId = readParentId(fields);
  if (parentId !== null && parentId === categoryId)
    fields.refuse('parentId', message('feeds.ownCategory', { shown: show(parentId) }));
  return { categoryId: categoryId ?? '', categoryName, parentId };
}

function readParentId(fields: RecordFields): string | null {
  const parentId = fields.identifier('parentId', NAME_LENGTH_MAX);
  if (parentId === null || CATEGORY_ID.test(parentId)) return parentId;
  fields.leaveOut('parentId', wrong(parentId, CATEGORY_ID_RULE));
  return null;
}

const AUTHOR_FIELDS = fieldNames('authorId author', 'birthDate deathDate debutTitle details');

/** Everything except number and name may be missing; it is then empty. */
function readAuthor(source: object, verdict: Verdict): Author {
  const fields = new RecordFields(source, AUTHOR_FIELDS, verdict);
  return {
    authorId: fields.requiredInteger('authorId', ID_BOUNDS),
    author: fields.requiredText('author', NAME_LENGTH_MAX),
    birthDate: fields.text('birthDate', LIFE_DATE_LENGTH_MAX),
    deathDate: fields.text('deathDate', LIFE_DATE_LENGTH_MAX),
    debutTitle: fields.text('debutTitle', DEBUT_TITLE_LENGTH_MAX),
    details: fields.longText('details', DETAILS_LENGTH_MAX),
  };
}
