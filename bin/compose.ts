import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { AccountStore } from '../src/accounts/account-store.ts';
import type { CatalogStore } from '../src/catalog/catalog-store.ts';
import type { Clock } from '../src/clock.ts';
import type { Config } from '../src/config.ts';
import { createApp } from '../src/http/app.ts';
import { createMetrics, type Metrics } from '../src/http/metrics.ts';
import { registerPages } from '../src/portal/routes.ts';
import { registerWebFiles } from '../src/portal/web-files.ts';
import { loadSecrets } from '../src/store/secrets-file.ts';
import { createSqliteAccountStore } from '../src/store/sqlite/account-store.ts';
import { createSqliteCatalogStore } from '../src/store/sqlite/catalog-store.ts';
import { ACCOUNTS_FILE, CATALOG_FILE, migrate, openDatabase } from '../src/store/sqlite/database.ts';
import { EDITIONS_FOLDER } from '../src/store/sqlite/edition-files.ts';
import { createSqliteGate } from '../src/store/sqlite/gate.ts';
import { createSqliteRankingStore } from '../src/store/sqlite/ranking-store.ts';
import { createSqliteSearchIndex } from '../src/store/sqlite/search-index.ts';
import { createLinks } from '../src/v1/links.ts';
import { createPayloadCache } from '../src/v1/payload-cache.ts';
import { registerApi } from '../src/v1/routes.ts';

/** Where `vite build` puts the pages. */
const WEB_FOLDER = join(import.meta.dirname, '..', 'web', 'dist');

/** Bytes of ready list bodies that are kept in memory. */
const PAYLOAD_CACHE_BYTES = 64 * 1024 * 1024;

export interface ComposeOptions {
  readonly config: Config;
  readonly clock: Clock;
  /** Base of every absolute address, without a slash at the end. */
  readonly baseUrl: string;
  /** Where log lines go; standard error when left out, because standard output belongs to results. */
  readonly logDestination?: NodeJS.WritableStream;
}

/** The service with its adapters, ready to listen. */
export interface Composition {
  readonly app: FastifyInstance;
  readonly accounts: AccountStore;
  readonly catalog: CatalogStore;
  readonly metrics: Metrics;
  /** Stops answering, writes what is still in memory, closes the store. */
  close(): Promise<void>;
}

/** Wires the service on the embedded store of a data folder. The caller has made sure that it is the only one. */
export async function compose(options: ComposeOptions): Promise<Composition> {
  const { config, clock, baseUrl } = options;
  const gateDb = openMigrated(config, 'accounts');
  const accountsDb = openDatabase(join(config.dataDir, ACCOUNTS_FILE), { busyTimeoutMs: 2_000 });
  openMigrated(config, 'catalog').close();
  const catalogDb = openDatabase(join(config.dataDir, CATALOG_FILE), { busyTimeoutMs: 0, readOnly: true });
  const pepper = config.keyPepper ?? loadSecrets(config.dataDir).keyPepper;
  const { keyPrefix } = config;

  const metrics = createMetrics();
  const gate = createSqliteGate({
    db: gateDb,
    pepper,
    keyPrefix,
    clock,
    tierLimits: config.tierLimits,
    onWriteError(error) {
      metrics.countGateWriteError();
      app.log.error({ err: error }, 'call counts could not be written and are kept for the next batch');
    },
  });
  const accounts = createSqliteAccountStore({ db: accountsDb, pepper, keyPrefix, clock });
  const catalog = createSqliteCatalogStore(catalogDb);
  const rankings = createSqliteRankingStore({
    db: catalogDb,
    directory: join(config.dataDir, EDITIONS_FOLDER),
  });
  const search = createSqliteSearchIndex(catalogDb);
  const links = createLinks(baseUrl, config);
  const site = { baseUrl, logoUrl: config.logoUrl ?? `${baseUrl}/assets/logo.svg` };

  const app = await createApp({
    gate,
    metrics,
    baseUrl,
    log: { level: config.logLevel, keyPrefix, destination: options.logDestination ?? process.stderr },
  });
  app.register(async (scope) => {
    registerApi(scope, {
      catalog,
      rankings,
      search,
      clock,
      links,
      payloads: createPayloadCache(PAYLOAD_CACHE_BYTES),
      answer: { site, clock, keyPrefix },
    });
    registerPages(scope, { catalog, rankings, accounts, clock, links, operatorName: config.operatorName });
    registerWebFiles(scope, WEB_FOLDER);
  });
  await app.ready();
  return {
    app,
    accounts,
    catalog,
    metrics,
    async close() {
      try {
        await app.close();
        await gate.flush();
      } finally {
        rankings.close();
        for (const db of [gateDb, accountsDb, catalogDb]) db.close();
      }
    },
  };
}

/** Connections of the thread that answers requests never wait for a lock. */
function openMigrated(config: Config, folder: 'accounts' | 'catalog') {
  const file = folder === 'accounts' ? ACCOUNTS_FILE : CATALOG_FILE;
  const db = openDatabase(join(config.dataDir, file), { busyTimeoutMs: 0 });
  migrate(db, folder);
  return db;
}
