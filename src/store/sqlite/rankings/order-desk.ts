import type { DatabaseSync } from 'node:sqlite';
import type { Clock } from '../../../clock.ts';
import { type BuyerKey, keyedBuyer } from '../../../rankings/buyer-reference.ts';
import type { OrderDesk } from '../../../rankings/order-desk.ts';
import type { AskLedger } from './ledger-thread.ts';
import { buyerOf, listExclusions, markOf } from './restatement.ts';

export interface SqliteOrderDeskOptions {
  /** A connection to the migrated catalogue file, for reading. */
  readonly db: DatabaseSync;
  readonly clock: Clock;
  readonly buyerKey: BuyerKey;
  readonly askLedger: AskLedger;
}

export function createSqliteOrderDesk({ db, clock, buyerKey, askLedger }: SqliteOrderDeskOptions): OrderDesk {
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
      return askLedger('restate', {
        month,
        excludedItemIds: itemId === null ? [] : [itemId],
        excludedBuyers: buyer === null ? [] : [buyer],
        reason,
        restatedAtMs: clock.nowMs(),
        withoutLate: true,
      });
    },
    async listExclusions(offset, limit) {
      const all = listExclusions(db);
      return { exclusions: all.slice(offset, offset + limit), totalCount: all.length };
    },
    undo: (exclusionId) => askLedger('undo', { exclusionId, restatedAtMs: clock.nowMs() }),
  };
}
