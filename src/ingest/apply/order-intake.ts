import type { ItemName, ItemNames } from '../../catalog/item-names.ts';
import type { Clock } from '../../clock.ts';
import { inEveryLanguage, message } from '../../messages/messages.ts';
import { createLedgerWriter, type LedgerWriterOptions } from '../../rankings/ledger/ledger-writer.ts';
import type { LedgerRecord, SaleLine } from '../../rankings/sale.ts';
import type { Writer } from '../../sql-database.ts';
import { GrowingShare, type Share } from '../brakes.ts';
import type { FeedProblem, FeedRecord, FeedSummary, FeedTally, Findings } from '../feed-record.ts';

type RecordOf<Kind> = Extract<FeedRecord, { kind: Kind }>;

/**
 * Applies the order lines, cancellations and returns of one import. For each batch: `load`, its records, `write`. A record
 * returns its outcome, or null if it is refused. Names of items must be loaded.
 */
export async function createOrderIntake(
  sql: Writer,
  options: LedgerWriterOptions & { readonly clock: Clock; readonly names: ItemNames },
) {
  const { names } = options;
  const ledger = await createLedgerWriter(sql, options.clock, options);
  const goods = createGoodsCheck(sql);

  /** Order lines may have named the returned goods by item number or by ISBN. */
  const inLedger = ({ kind, cancellation, returned }: RecordOf<'cancel'>) => {
    if (returned === undefined) return { kind, cancellation };
    const number = names.find(returned.name);
    const isbn = returned.name.isbn13 === null ? [] : [-Number(returned.name.isbn13)];
    const goods = number === null ? isbn : [number, ...isbn];
    return { kind, cancellation, of: ledger.returnOf(goods, returned.buyer) };
  };

  return {
    load: (records: readonly FeedRecord[]): Promise<void> =>
      ledger.load(
        records.flatMap((record): readonly LedgerRecord[] => {
          if (record.kind === 'sale') return [record];
          return record.kind === 'cancel' ? [inLedger(record)] : [];
        }),
      ),

    /** Whether earlier records of the batch must be written, and the batch read again, before this record can be decided. */
    mustWait: (record: FeedRecord): boolean => record.kind === 'cancel' && ledger.mustWait(inLedger(record)),

    /** Refuses a known line with other content. */
    putSale(record: RecordOf<'sale'>, line: number, found: Findings): keyof FeedTally | null {
      const itemId = itemIdOf(record, names);
      const sale = itemId === record.sale.itemId ? record.sale : { ...record.sale, itemId };
      const outcome = ledger.addSale({ kind: 'sale', sale });
      if (outcome === 'conflict') {
        const { lineNo, orderId } = sale;
        const reason = message('feeds.otherContent', { lineNo, order: JSON.stringify(orderId) });
        found.problems.push({ line, field: 'orderId', reason });
        return null;
      }
      const name = record.externalId ?? sale.isbn13 ?? String(sale.itemId);
      if (outcome !== 'unchanged') goods.add(sale, line, name);
      return outcome;
    },

    putCancellation: (record: RecordOf<'cancel'>, line: number): keyof FeedTally =>
      ledger.addCancellation(inLedger(record), line),

    write: ledger.write,

    /** Call it once, after the last record. */
    async end(summary: FeedSummary) {
      const { repeated, orders, examples } = await ledger.findRepeats();
      const texts = examples.map((text) => inEveryLanguage(() => text));
      const repeatedOrders: Share = { count: repeated, of: orders, examples: texts };
      const open = (await ledger.findOpenReturns()).map(({ line, copies, left }) => {
        return { line, field: 'orderId', reason: message('feeds.noLineToReturn', { copies, left }) };
      });
      return {
        shares: { repeatedOrders, unknownGoods: await goods.end() },
        warnings: [...cancelledBefore(ledger.countCancelledBefore(), summary), ...open],
      };
    },
  };
}

export function orderedNames(record: RecordOf<'sale' | 'cancel'>): readonly ItemName[] {
  if (record.kind === 'cancel') return record.returned === undefined ? [] : [record.returned.name];
  const { externalId } = record;
  return externalId === undefined ? [] : [{ itemId: null, externalId, isbn13: null }];
}

/** If the order comes before its item, a number is reserved for the item's name. */
function itemIdOf({ sale, externalId }: RecordOf<'sale'>, names: ItemNames): number | null {
  if (sale.itemId !== null) names.noteNumber(sale.itemId);
  if (externalId === undefined) return sale.itemId;
  const itemId = names.assign({ itemId: null, externalId, isbn13: null });
  if (itemId !== null) return itemId;
  throw new Error('a name without a number of its own cannot contradict one');
}

/** If an earlier feed cancelled at least this share of the new lines, the file probably omits cancellations. */
const CANCELLED_FROM = 0.1;

/** An export without a status column reports lines as sold that an earlier export cancelled. */
function cancelledBefore(count: number, { sale, cancel }: FeedSummary): FeedProblem[] {
  const all = sale.added + sale.late;
  if (count === 0 || count < all * CANCELLED_FROM || Object.values(cancel).some((lines) => lines > 0))
    return [];
  return [{ line: 0, field: 'orderId', reason: message('feeds.cancelledBefore', { count, all }) }];
}

/** Maximum number of unknown items that are tracked; no catalogue has more items. */
const GOODS_MAX = 1_000_000;

/** Finds order lines whose items aren't in the catalogue. */
function createGoodsCheck(sql: Writer) {
  const goods = new Map<string | number, { lines: number; readonly line: number; readonly name: string }>();
  const share = new GrowingShare();
  return {
    /** `name` = the item as the file names it. */
    add({ itemId, isbn13 }: SaleLine, line: number, name: string): void {
      share.of++;
      const known = goods.get(itemId ?? isbn13 ?? '');
      if (known !== undefined) known.lines++;
      else if (goods.size < GOODS_MAX) goods.set(itemId ?? isbn13 ?? '', { lines: 1, line, name });
    },
    async end(): Promise<Share> {
      const keys = [...goods.keys()];
      for (let at = 0; at < keys.length; at += KEYS_A_STATEMENT) {
        const some = keys.slice(at, at + KEYS_A_STATEMENT);
        const ofNumbers = await sql.query<{ itemId: number }>(
          'SELECT item_id AS "itemId" FROM item WHERE item_id = ANY ($1)',
          [some.filter((key) => typeof key === 'number')],
        );
        const ofIsbns = await sql.query<{ isbn13: string }>(
          `SELECT DISTINCT isbn13 FROM item WHERE isbn13 = ANY ($1) AND isbn13 <> ''`,
          [some.filter((key) => typeof key === 'string')],
        );
        for (const { itemId } of ofNumbers) goods.delete(itemId);
        for (const { isbn13 } of ofIsbns) goods.delete(isbn13);
      }
      for (const { lines, line, name } of goods.values()) {
        share.add(() => `${line}: ${JSON.stringify(name)}`, line);
        share.count += lines - 1;
      }
      return share;
    },
  };
}

const KEYS_A_STATEMENT = 5_000;
