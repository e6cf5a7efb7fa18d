import { dirname } from 'node:path';
import type { Clock } from '../../src/clock.ts';
import { createFeedStore, type FeedStoreOptions } from '../../src/ingest/feed-store.ts';
import { buyerKeyOf } from '../../src/rankings/ledger/buyer-reference.ts';
import type { BeginOptions } from '../../src/sql-database.ts';
import { loadSecrets } from '../../src/store/private-files.ts';
import { beginOn } from '../../src/store/sqlite/long-transaction.ts';

/** By default, buyers are stored under the secret beside the file. */
export function feedStoreOf(
  path: string,
  clock: Clock,
  options: Partial<Pick<FeedStoreOptions, 'buyerKey' | 'restate'>> = {},
) {
  const buyerKey = options.buyerKey ?? buyerKeyOf(loadSecrets(dirname(path)).keyPepper);
  return createFeedStore({ ...options, catalog: catalogAt(path), clock, buyerKey });
}

export const catalogAt = (path: string) => ({ begin: (options: BeginOptions) => beginOn(path, options) });
