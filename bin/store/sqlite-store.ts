import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { createRateLimiter } from '../../src/http/rate-limiter.ts';
import { createFeedIntake } from '../../src/jobs/feed-intake.ts';
import { createThreadedUndo } from '../../src/jobs/threaded-undo.ts';
import { createOutbox } from '../../src/mail/outbox.ts';
import { buyerKeyOf } from '../../src/rankings/buyer-reference.ts';
import { createRunRequests } from '../../src/rankings/run-requests.ts';
import { createThreadedSearch } from '../../src/search/runtime/threaded-search.ts';
import { EDITIONS_FOLDER } from '../../src/store/files/edition-files.ts';
import { secretsOf } from '../../src/store/files/secrets-file.ts';
import { createSqliteAccountStore } from '../../src/store/sqlite/accounts/account-store.ts';
import { createSqliteAuditLog } from '../../src/store/sqlite/accounts/audit-log.ts';
import { createSqliteAuditTrail } from '../../src/store/sqlite/accounts/audit-trail.ts';
import { createSqliteGate } from '../../src/store/sqlite/accounts/gate.ts';
import { createSqliteIdentity } from '../../src/store/sqlite/accounts/identity.ts';
import { createSqliteQuotaRequests } from '../../src/store/sqlite/accounts/quota-requests.ts';
import { createSqliteRecentCalls } from '../../src/store/sqlite/accounts/recent-calls.ts';
import { createSqliteSecondFactor } from '../../src/store/sqlite/accounts/second-factor.ts';
import { createSqliteCatalogStore } from '../../src/store/sqlite/catalog/catalog-store.ts';
import { createSqliteFeedMappings } from '../../src/store/sqlite/catalog/feed-mappings.ts';
import { createSqliteImportLog } from '../../src/store/sqlite/catalog/import-log.ts';
import { createSqliteItemOverrides } from '../../src/store/sqlite/catalog/item-overrides.ts';
import { ACCOUNTS_FILE, CATALOG_FILE, migrate, openDatabase } from '../../src/store/sqlite/database.ts';
import { keyStoredBuyers } from '../../src/store/sqlite/rankings/buyer-key.ts';
import { createSqliteOrderPrivacy } from '../../src/store/sqlite/rankings/order-privacy.ts';
import { createSqliteRankingAdmin } from '../../src/store/sqlite/rankings/ranking-admin.ts';
import { createSqliteRankingStore } from '../../src/store/sqlite/rankings/ranking-store.ts';
import { createSqliteSearchTermAdmin } from '../../src/store/sqlite/search/search-term-admin.ts';
import type { CatalogPorts, RankingPorts, Store, StoreOptions } from './store.ts';

/** Connections to the files of a data folder. Those of the thread that answers requests never wait for a lock. */
interface Connections {
  readonly gate: DatabaseSync;
  readonly accounts: DatabaseSync;
  readonly terms: DatabaseSync;
  readonly catalog: DatabaseSync;
  readonly items: DatabaseSync;
}

/** Opens the embedded store of a data folder. The caller has made sure that no other server uses it. */
export function openSqliteStore(options: StoreOptions): Store {
  const { config, clock, onProblem, onCountsNotWritten } = options;
  const { dataDir, keyPrefix, tierLimits } = config;
  const dbs = connect(dataDir);
  const { keyPepper: pepper, sessionSecret } = secretsOf(config);
  keyStoredBuyers(dbs.items, buyerKeyOf(pepper), () =>
    console.error('Buyer references of order lines are stored under the secret of this installation: once.'),
  );
  const ofPortal = { db: dbs.accounts, clock, actor: 'portal' };
  const gate = createSqliteGate({
    db: dbs.gate,
    pepper,
    keyPrefix,
    clock,
    tierLimits,
    onWriteError: onCountsNotWritten,
  });
  // On the gate's connection: its commits are known to change no key, so the gate forgets nothing for them.
  const recentCalls = createSqliteRecentCalls(dbs.gate, (error) =>
    onProblem(error, 'the last calls could not be written and are kept for the next batch'),
  );
  const searchTerms = createSqliteSearchTermAdmin({
    db: dbs.terms,
    clock,
    onWriteError: (error) =>
      onProblem(error, 'counts of queries could not be written and are kept for the next batch'),
  });
  const search = createThreadedSearch({
    entry: new URL('../search-thread.ts', import.meta.url),
    dataDir,
    clock,
    similarWords: () => searchTerms.similarWords(),
    onProblem: (problem) => onProblem(problem, 'the search index has a problem'),
  });
  const rankings = createSqliteRankingStore({
    db: dbs.catalog,
    directory: join(dataDir, EDITIONS_FOLDER),
    onDamage: options.onDamage,
  });
  const feedIntake = createFeedIntake({
    entry: new URL('../feed-thread.ts', import.meta.url),
    dataDir,
    currency: config.currency,
    clock,
    onProblem: (error) => onProblem(error, 'a feed could not be checked or imported'),
  });
  return {
    accounts: {
      gate,
      recentCalls,
      accounts: createSqliteAccountStore({ ...ofPortal, pepper, keyPrefix }),
      identity: createSqliteIdentity({ ...ofPortal, sessionSecret }),
      secondFactor: createSqliteSecondFactor({ ...ofPortal, sessionSecret }),
      attempts: createRateLimiter(clock),
      quotaRequests: createSqliteQuotaRequests(ofPortal),
      auditLog: createSqliteAuditLog(dbs.accounts),
      auditTrail: createSqliteAuditTrail({ db: dbs.terms, clock }),
      outbox: createOutbox(dataDir, clock),
    },
    catalog: { ...catalogPorts(dbs, options), feedIntake },
    rankings: { ...rankingPorts(dbs, options), rankings, takeDamage: rankings.takeDamage },
    search: { search, searchTerms },
    sessionSecret,
    async flush() {
      await searchTerms.flush();
      await gate.flush();
      recentCalls.flush();
    },
    async close() {
      await feedIntake.close();
      await search.close();
      rankings.close();
      for (const db of Object.values(dbs)) db.close();
    },
  };
}

function connect(dataDir: string): Connections {
  const accountsFile = join(dataDir, ACCOUNTS_FILE);
  const catalogFile = join(dataDir, CATALOG_FILE);
  const gate = openDatabase(accountsFile, { busyTimeoutMs: 0 });
  migrate(gate, 'accounts');
  const items = openDatabase(catalogFile, { busyTimeoutMs: 0 });
  migrate(items, 'catalog');
  return {
    gate,
    items,
    accounts: openDatabase(accountsFile, { busyTimeoutMs: 0 }),
    terms: openDatabase(accountsFile, { busyTimeoutMs: 0 }),
    catalog: openDatabase(catalogFile, { busyTimeoutMs: 0, readOnly: true }),
  };
}

function catalogPorts(
  { catalog, items, terms }: Connections,
  { config, clock }: StoreOptions,
): Omit<CatalogPorts, 'feedIntake'> {
  return {
    catalog: createSqliteCatalogStore(catalog),
    itemOverrides: createSqliteItemOverrides({ db: items, clock }),
    feedMappings: createSqliteFeedMappings({ db: terms, clock }),
    importLog: createSqliteImportLog(catalog),
    importUndo: createThreadedUndo({
      entry: new URL('../undo-thread.ts', import.meta.url),
      dataDir: config.dataDir,
      clock,
    }),
  };
}

function rankingPorts(
  { catalog, items }: Connections,
  { config, clock }: StoreOptions,
): Omit<RankingPorts, 'rankings' | 'takeDamage'> {
  const runRequests = createRunRequests();
  const rankingAdmin = createSqliteRankingAdmin({
    db: catalog,
    clock,
    runRequests,
    restateEntry: new URL('../restate-thread.ts', import.meta.url),
    path: join(config.dataDir, CATALOG_FILE),
  });
  const buyerKey = buyerKeyOf(secretsOf(config).keyPepper);
  return {
    rankingAdmin,
    runRequests,
    orderPrivacy: createSqliteOrderPrivacy({ db: items, clock, buyerKey }),
  };
}
