import { type BuyerKey, keyedBuyer } from '../../../rankings/buyer-reference.ts';
import type { OrderDesk } from '../../../rankings/order-desk.ts';
import { localWrites, type WriterOptions, writeForPerson } from '../catalog-writes.ts';
import type { AskLedger } from './ledger-thread.ts';
import { buyerOf, listExclusions, markOf, restateMonth, undoExclusion } from './restatement.ts';

interface OrderDeskOptions extends WriterOptions {
  readonly buyerKey: BuyerKey;
  readonly askLedger: AskLedger;
}

export function createSqliteOrderDesk(options: OrderDeskOptions): OrderDesk {
  const { db, clock, buyerKey, askLedger, writes = localWrites } = options;
  return {
    find(search) {
      if (search.by !== 'buyer') return askLedger('find', search);
      // Only here, so that the reference goes no further.
      const text = markOf(keyedBuyer(buyerKey, search.text)) ?? '';
      return askLedger('find', { ...search, by: 'mark', text });
    },
    preview: (exclusion) => askLedger('preview', exclusion),
    exclude({ month, itemId, mark }, reason) {
      const buyer = buyerOf(mark);
      const restatement = {
        month,
        excludedItemIds: itemId === null ? [] : [itemId],
        excludedBuyers: buyer === null ? [] : [buyer],
        reason,
        restatedAtMs: clock.nowMs(),
        withoutLate: true,
      };
      return writeForPerson(writes, db, (own) => restateMonth(own, restatement));
    },
    async listExclusions(offset, limit) {
      const all = listExclusions(db);
      return { exclusions: all.slice(offset, offset + limit), totalCount: all.length };
    },
    undo: (exclusionId) => writeForPerson(writes, db, (own) => undoExclusion(own, exclusionId)),
  };
}
