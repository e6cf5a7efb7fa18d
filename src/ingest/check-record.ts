import { message } from '../messages/messages.ts';
import type { Fault, FeedHeader, FeedRecord, LostFields } from './feed-record.ts';
import { isNameless, itemRecord, patchRecord, readItemName } from './item-record.ts';
import { oneOf, show, wrong } from './reason.ts';
import { FEED_KINDS, type FeedKind, HEADER, isObject, RECORDS } from './record-fields.ts';
import { RecordReader, type Verdict } from './record-reader.ts';

export interface CheckedRecord {
  readonly outcome: FeedRecord | FeedHeader | Fault;
  /** Dropped fields, and doubtful values that were accepted. */
  readonly warnings: readonly Fault[];
}

/**
 * Checks a record of a feed, any JSON value, and fills in its defaults. `receivedAtMs` replaces missing times; `lost` = why the
 * file's reader couldn't read fields. Never throws.
 */
export function checkRecord(value: unknown, receivedAtMs: number, lost?: LostFields): CheckedRecord {
  const refused = (field: string, reason: Fault['reason']) => ({
    outcome: { field, reason },
    warnings: NONE,
  });
  if (!isObject(value)) return refused('', wrong(value, message('feeds.jsonObject')));
  const kind = 'kind' in value && Object.hasOwn(value, 'kind') ? value.kind : undefined;
  const verdict: Verdict = { fault: null, warnings: NONE, lost };
  if (kind === 'feed') {
    new RecordReader(value, HEADER, verdict).get('complete');
    return { outcome: verdict.fault ?? { kind, complete: 'items' }, warnings: NONE };
  }
  const known = FEED_KINDS.find((one) => one === kind);
  if (known === undefined) {
    const rule = oneOf([...FEED_KINDS, 'feed']);
    const unknown = () => message('feeds.kindUnknown', { shown: show(kind), rule });
    const unread = lost?.get('kind');
    return refused(
      'kind',
      unread ?? (kind === undefined ? message('feeds.kindMissing', { rule }) : unknown()),
    );
  }
  const record = READERS[known](value, verdict, receivedAtMs);
  return { outcome: verdict.fault ?? record, warnings: verdict.warnings };
}

const NONE: readonly Fault[] = [];

type ReadRecord = (value: object, verdict: Verdict, receivedAtMs: number) => FeedRecord;
const READERS: Readonly<Record<FeedKind, ReadRecord>> = {
  category(value, verdict) {
    const fields = new RecordReader(value, RECORDS.category, verdict);
    const category = {
      categoryId: fields.get('categoryId') ?? '',
      categoryName: fields.text('categoryName'),
      parentId: fields.get('parentId'),
    };
    if (category.parentId === category.categoryId)
      fields.refuse('parentId', message('feeds.ownCategory', { shown: show(category.parentId) }));
    return { kind: 'category', category, ...unreadOf(fields) };
  },
  author(value, verdict) {
    const fields = new RecordReader(value, RECORDS.author, verdict);
    const author = {
      authorId: fields.get('authorId') ?? 0,
      author: fields.text('author'),
      birthDate: fields.text('birthDate'),
      deathDate: fields.text('deathDate'),
      debutTitle: fields.text('debutTitle'),
      details: fields.text('details'),
    };
    return { kind: 'author', author, ...unreadOf(fields) };
  },
  item: (value, verdict, receivedAtMs) =>
    itemRecord(new RecordReader(value, RECORDS.item, verdict), receivedAtMs),
  patch: patchRecord,
  remove(value, verdict) {
    const name = readItemName(new RecordReader(value, RECORDS.remove, verdict));
    const isNamed = name.itemId === null || name.externalId !== null || name.isbn13 !== null;
    return { kind: 'remove', itemId: name.itemId ?? 0, ...(isNamed ? { name } : {}) };
  },
  sale: saleRecord,
  /** A cancellation of an order line, or of some copies. A return with an order number of its own may name its goods. */
  cancel(value, verdict, receivedAtMs) {
    const fields = new RecordReader(value, RECORDS.cancel, verdict);
    const quantity = fields.get('quantity');
    const cancelledAtMs = fields.get('cancelledAt');
    const line = {
      orderId: fields.get('orderId') ?? '',
      lineNo: fields.get('lineNo') ?? 0,
      cancelledAtMs: cancelledAtMs ?? receivedAtMs,
    };
    if (quantity === null) return { kind: 'cancel', cancellation: line };
    const cancellation = { ...line, quantity, ...(cancelledAtMs === null ? { isTimeDefault: true } : {}) };
    const name = readItemName(fields, false);
    if (isNameless(name)) return { kind: 'cancel', cancellation };
    return { kind: 'cancel', cancellation, returned: { name, buyer: fields.get('buyer') } };
  },
};

function unreadOf(fields: Pick<RecordReader<never>, 'verdict' | 'unread'>): {
  readonly unread?: ReadonlySet<string>;
} {
  return fields.verdict.warnings.length === 0 ? {} : { unread: fields.unread() };
}

/** Shops' clocks differ, and some send a day's orders before it ends. */
const AHEAD_MAX_MS = 24 * 60 * 60 * 1000;

/** An order line (docs/feeds.md#records). The item number has priority over the external id, the external id over the ISBN. */
function saleRecord(value: object, verdict: Verdict, receivedAtMs: number): FeedRecord {
  const fields = new RecordReader(value, RECORDS.sale, verdict);
  const [orderId, lineNo] = [fields.get('orderId') ?? '', fields.get('lineNo') ?? 0];
  const { itemId, externalId, isbn13 } = readItemName(fields);
  const soldAtMs = fields.get('soldAt') ?? 0;
  if (soldAtMs > receivedAtMs + AHEAD_MAX_MS) fields.refuse('soldAt', message('feeds.tooFarAhead'));
  const isExternal = itemId === null && externalId !== null;
  const sale = {
    ...{ orderId, lineNo },
    itemId: isExternal ? 0 : itemId,
    isbn13: itemId === null && !isExternal ? isbn13 : null,
    quantity: fields.get('quantity') ?? 0,
    unitPrice: fields.get('unitPrice'),
    soldAtMs,
    sex: fields.get('sex'),
    age: fields.get('age'),
    buyer: fields.get('buyer'),
    buyerType: fields.get('buyerType') ?? ('person' as const),
  };
  return isExternal ? { kind: 'sale', sale, externalId } : { kind: 'sale', sale };
}
