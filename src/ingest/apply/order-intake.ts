import type { ItemName, ItemNames } from '../../catalog/item-names.ts';
import type { Clock } from '../../clock.ts';
import { inEveryLanguage, message } from '../../messages/messages.ts';
import { createLedgerWriter, type LedgerWriterOptions } from '../../rankings/ledger/ledger-writer.ts';
import type { LedgerRecord } from '../../rankings/sale.ts';
import type { Writer } from '../../sql-database.ts';
import type { Share } from '../brakes.ts';
import type { FeedProblem, FeedRecord, FeedSummary, FeedTally, Findings } from '../feed-record.ts';
import { createOrderOddities } from './file-oddities.ts';

type RecordOf<Kind> = Extract<FeedRecord, { kind: Kind }>;

/**
 * Takes the order lines, cancellations and returns of one import: a batch at a time, `load`, then its records, then `write`. Records
 * give what became of them, or null when they are refused. The names of items are known already.
 */
export async function createOrderIntake(
  sql: Writer,
  options: LedgerWriterOptions & { readonly clock: Clock; readonly names: ItemNames },
) {
  const { names } = options;
  const ledger = await createLedgerWriter(sql, options.clock, options);
  const oddities = createOrderOddities(sql);

  /** A cancellation with the goods of a return as order lines have them: by number, by ISBN, or either where both lead to them. */
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

    /** Whether a record has to wait until what was decided before is written and what it names is read again. */
    mustWait: (record: FeedRecord): boolean => record.kind === 'cancel' && ledger.mustWait(inLedger(record)),

    /** A line that is there with other content is refused. */
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
      if (outcome !== 'unchanged') oddities.add(sale, line, name);
      return outcome;
    },

    putCancellation: (record: RecordOf<'cancel'>, line: number): keyof FeedTally =>
      ledger.addCancellation(inLedger(record), line),

    write: ledger.write,

    /** What only the whole file can tell. To be called once, after the last record. */
    async end(summary: FeedSummary) {
      const { share: unknownGoods, warnings } = await oddities.end();
      const { repeated, orders, examples } = await ledger.findRepeats();
      const texts = examples.map((text) => inEveryLanguage(() => text));
      const repeatedOrders: Share = { count: repeated, of: orders, examples: texts };
      const open = (await ledger.findOpenReturns()).map(({ line, copies, left }) => {
        return { line, field: 'orderId', reason: message('feeds.noLineToReturn', { copies, left }) };
      });
      return {
        shares: { repeatedOrders, unknownGoods },
        warnings: [...warnings, ...cancelledBefore(ledger.countCancelledBefore(), summary), ...open],
      };
    },
  };
}

/** The names of items in a record about an order. */
export function orderedNames(record: RecordOf<'sale' | 'cancel'>): readonly ItemName[] {
  if (record.kind === 'cancel') return record.returned === undefined ? [] : [record.returned.name];
  const { externalId } = record;
  return externalId === undefined ? [] : [{ itemId: null, externalId, isbn13: null }];
}

/** The number of an order line's item. The order may come before the item: then its name has the number from now on. */
function itemIdOf({ sale, externalId }: RecordOf<'sale'>, names: ItemNames): number | null {
  if (sale.itemId !== null) names.noteNumber(sale.itemId);
  if (externalId === undefined) return sale.itemId;
  const itemId = names.assign({ itemId: null, externalId, isbn13: null });
  if (itemId !== null) return itemId;
  throw new Error('a name without a number of its own cannot contradict one');
}

/** Share of new lines from which on earlier cancellations of them say that the file leaves cancellations out. */
const CANCELLED_FROM = 0.1;

/** An export without its status column calls everything sold that an earlier one has cancelled. */
function cancelledBefore(count: number, { sale, cancel }: FeedSummary): FeedProblem[] {
  const all = sale.added + sale.late;
  if (count === 0 || count < all * CANCELLED_FROM || Object.values(cancel).some((lines) => lines > 0))
    return [];
  return [{ line: 0, field: 'orderId', reason: message('feeds.cancelledBefore', { count, all }) }];
}
