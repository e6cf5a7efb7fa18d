import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { AccountStore } from '../src/accounts/account-store.ts';
import type { Identity } from '../src/accounts/identity.ts';
import type { Provider } from '../src/accounts/sign-in-provider.ts';
import type { CatalogStore } from '../src/catalog/catalog-store.ts';
import type { ItemOverrides } from '../src/catalog/item-overrides.ts';
import type { Clock } from '../src/clock.ts';
import type { Config } from '../src/config.ts';
import type { Payload } from '../src/http/answer.ts';
import { createApp } from '../src/http/app.ts';
import { createByteCache } from '../src/http/byte-cache.ts';
import { createCallRates } from '../src/http/call-rates.ts';
import { createMetrics, type Metrics } from '../src/http/metrics.ts';
import { createRateLimiter } from '../src/http/rate-limiter.ts';
import { createMailer } from '../src/mail/mailer.ts';
import { createOutbox } from '../src/mail/outbox.ts';
import { registerPages } from '../src/pages/routes.ts';
import { registerWebFiles } from '../src/pages/web-files.ts';
import { createCookies } from '../src/portal/cookies.ts';
import { registerPortalApi } from '../src/portal/routes.ts';
import { createBackground, type PortalServices } from '../src/portal/services.ts';
import { createSignedState } from '../src/portal/signed-state.ts';
import type { RunRequests } from '../src/rankings/run-requests.ts';
import { createThreadedSearch, type ThreadedSearch } from '../src/search/runtime/threaded-search.ts';
import { createOAuthProviders, type ProviderAddresses } from '../src/sign-in/oauth-providers.ts';
import { EDITIONS_FOLDER } from '../src/store/files/edition-files.ts';
import { createSqliteAccountStore } from '../src/store/sqlite/accounts/account-store.ts';
import { createSqliteAuditLog } from '../src/store/sqlite/accounts/audit-log.ts';
import { createSqliteGate } from '../src/store/sqlite/accounts/gate.ts';
import { createSqliteIdentity } from '../src/store/sqlite/accounts/identity.ts';
import { createSqliteQuotaRequests } from '../src/store/sqlite/accounts/quota-requests.ts';
import { createSqliteRecentCalls } from '../src/store/sqlite/accounts/recent-calls.ts';
import { createSqliteSecondFactor } from '../src/store/sqlite/accounts/second-factor.ts';
import { createSqliteCatalogStore } from '../src/store/sqlite/catalog/catalog-store.ts';
import { ACCOUNTS_FILE, CATALOG_FILE, migrate, openDatabase } from '../src/store/sqlite/database.ts';
import { createSqliteRankingStore } from '../src/store/sqlite/rankings/ranking-store.ts';
import {
  createSqliteSearchTermAdmin,
  type SqliteSearchTermAdmin,
} from '../src/store/sqlite/search/search-term-admin.ts';
import { createInProcessReader, type InProcessReader } from '../src/v1/in-process.ts';
import { createLinks } from '../src/v1/links.ts';
import { registerApi } from '../src/v1/routes.ts';
import type { Services } from '../src/v1/services.ts';
import { openOperatorServices } from './open-operator-services.ts';
import { secretsOf } from './secrets-of.ts';

/** The output folder of `vite build`. */
const WEB_FOLDER = join(import.meta.dirname, '..', 'web', 'dist');

/** Bytes of finished list bodies that are cached in memory. */
const PAYLOAD_CACHE_BYTES = 64 * 1024 * 1024;

export interface ComposeOptions {
  readonly config: Config;
  readonly clock: Clock;
  /** Base of every absolute address, without a slash at the end. */
  readonly baseUrl: string;
  /** Where log lines go; standard error by default, because standard output belongs to results. */
  readonly logDestination?: NodeJS.WritableStream;
  /** Folder of the built pages, if it isn't the project's own. */
  readonly webFolder?: string;
  /** Addresses of sign-in providers, if not their own. */
  readonly providerAddresses?: Readonly<Record<Provider, ProviderAddresses>>;
}

/** The service with its adapters, ready to listen. */
export interface Composition {
  readonly app: FastifyInstance;
  readonly accounts: AccountStore;
  readonly identity: Identity;
  readonly catalog: CatalogStore;
  readonly searchTerms: SqliteSearchTermAdmin;
  readonly search: ThreadedSearch;
  readonly itemOverrides: ItemOverrides;
  /** For ranking runs: what operators request, and what they see of it. */
  readonly runRequests: RunRequests;
  readonly metrics: Metrics;
  /** Resolves when work that continues after answers, such as mail, is done. */
  settled(): Promise<void>;
  /** Stops answering, writes what is still in memory, closes the store. */
  close(): Promise<void>;
}

/** Wires the service on the embedded store of a data folder. The caller has made sure that it is the only one. */
export async function compose(options: ComposeOptions): Promise<Composition> {
  const { config, clock, baseUrl } = options;
  const { keyPrefix } = config;
  const store = openStore(options, (error, message) => app.log.error({ err: error }, message));
  const { gate, accounts, catalog, rankings, searchTerms, search, recentCalls, metrics } = store;
  const links = createLinks(baseUrl, config);
  const site = { baseUrl, logoUrl: config.logoUrl ?? `${baseUrl}/assets/logo.svg` };
  const payloads = createByteCache<Payload>(PAYLOAD_CACHE_BYTES, ({ members }) => members.length);
  const answer = { site, clock, keyPrefix };
  const services: Services = {
    catalog,
    rankings,
    search,
    searchTerms,
    accounts,
    clock,
    links,
    payloads,
    answer,
  };

  // Apart from that of the portal: whoever asks for pages from many addresses must not push its entries out.
  const limiter = createRateLimiter(clock);
  const app = await createApp({
    gate,
    limiter,
    recentCalls,
    clock,
    metrics,
    baseUrl,
    trustedProxies: config.trustedProxies,
    log: { level: config.logLevel, keyPrefix, destination: options.logDestination ?? process.stderr },
  });
  store.callRates.observe(app);
  const portal = portalServices(options, store, services, app, createInProcessReader(services));
  app.register(async (scope) => {
    registerApi(scope, services);
    registerPages(scope, {
      catalog,
      rankings,
      accounts,
      clock,
      links,
      limiter,
      operatorName: config.operatorName,
    });
    registerWebFiles(scope, options.webFolder ?? WEB_FOLDER, limiter);
  });
  app.register(async (scope) => registerPortalApi(scope, portal));
  await app.ready();
  return {
    app,
    accounts,
    identity: store.identity,
    catalog,
    searchTerms,
    search,
    itemOverrides: store.operators.itemOverrides,
    runRequests: store.operators.runRequests,
    metrics,
    settled: () => portal.background.idle(),
    async close() {
      try {
        await app.close();
        await portal.background.idle();
        await store.mailer.stop();
        await store.operators.feedIntake.close();
        await store.searchTerms.flush();
        await gate.flush();
        recentCalls.flush();
      } finally {
        await store.close();
      }
    },
  };
}

type Store = ReturnType<typeof openStore>;

/** The adapters of a data folder. Failures between requests go to `onError`. */
function openStore(
  { config, clock, baseUrl }: ComposeOptions,
  onError: (error: unknown, message: string) => void,
) {
  const gateDb = openMigrated(config, 'accounts');
  const accountsDb = openDatabase(join(config.dataDir, ACCOUNTS_FILE), { busyTimeoutMs: 2_000 });
  openMigrated(config, 'catalog').close();
  const catalogDb = openDatabase(join(config.dataDir, CATALOG_FILE), { busyTimeoutMs: 0, readOnly: true });
  const termsDb = openDatabase(join(config.dataDir, ACCOUNTS_FILE), { busyTimeoutMs: 0 });
  const operators = openOperatorServices(config, clock, { catalogDb, termsDb }, onError);
  const secrets = secretsOf(config);
  const { keyPrefix, tierLimits } = config;
  const metrics = createMetrics();
  const onWriteError = (error: unknown) => {
    metrics.countGateWriteError();
    onError(error, 'call counts could not be written and are kept for the next batch');
  };
  const ofPortal = { db: accountsDb, clock, actor: 'portal' };
  const rankings = createSqliteRankingStore({
    db: catalogDb,
    directory: join(config.dataDir, EDITIONS_FOLDER),
  });
  const searchTerms = createSqliteSearchTermAdmin({
    db: termsDb,
    clock,
    onWriteError: (error) =>
      onError(error, 'counts of queries could not be written and are kept for the next batch'),
  });
  const search = createThreadedSearch({
    entry: new URL('./search-thread.ts', import.meta.url),
    dataDir: config.dataDir,
    clock,
    similarWords: () => searchTerms.similarWords(),
    onProblem: (problem) => onError(problem, 'the search index has a problem'),
  });
  return {
    metrics,
    operators,
    callRates: createCallRates(clock),
    auditLog: createSqliteAuditLog(accountsDb),
    rankings,
    sessionSecret: secrets.sessionSecret,
    gate: createSqliteGate({
      db: gateDb,
      pepper: secrets.keyPepper,
      keyPrefix,
      clock,
      tierLimits,
      onWriteError,
    }),
    accounts: createSqliteAccountStore({ ...ofPortal, pepper: secrets.keyPepper, keyPrefix }),
    identity: createSqliteIdentity({ ...ofPortal, sessionSecret: secrets.sessionSecret }),
    secondFactor: createSqliteSecondFactor({ ...ofPortal, sessionSecret: secrets.sessionSecret }),
    quotaRequests: createSqliteQuotaRequests(ofPortal),
    // On the gate's connection: its commits are known to change no key, so the gate forgets nothing for them.
    recentCalls: createSqliteRecentCalls(gateDb, (error) =>
      onError(error, 'the last calls could not be written and are kept for the next batch'),
    ),
    catalog: createSqliteCatalogStore(catalogDb),
    search,
    searchTerms,
    mailer: createMailer({
      outbox: createOutbox(config.dataDir, clock),
      smtpUrl: config.smtpUrl,
      from: config.mailFrom ?? `seoga@${new URL(baseUrl).hostname}`,
      onSendError: (error) => onError(error, 'mail could not be sent and is kept'),
    }),
    async close() {
      await search.close();
      rankings.close();
      operators.close();
      for (const db of [gateDb, accountsDb, termsDb, catalogDb]) db.close();
    },
  };
}

function portalServices(
  { config, clock, baseUrl, providerAddresses: addresses }: ComposeOptions,
  store: Store,
  { links, search }: Services,
  app: FastifyInstance,
  reader: InProcessReader,
): PortalServices {
  const { accounts, identity, secondFactor, mailer, quotaRequests } = store;
  const { recentCalls, catalog, rankings, searchTerms } = store;
  const { itemOverrides, feedIntake, importLog, importUndo, rankingAdmin, auditTrail } = store.operators;
  return {
    accounts,
    identity,
    secondFactor,
    providers: createOAuthProviders({ clients: config.signInClients, baseUrl, addresses }),
    mailer,
    quotaRequests,
    recentCalls,
    callRates: store.callRates,
    auditLog: store.auditLog,
    catalog,
    rankings,
    search,
    searchTerms,
    itemOverrides,
    feedIntake,
    importLog,
    importUndo,
    rankingAdmin,
    auditTrail,
    api: { ...reader, callAs: (accountId, url, headers) => app.callAs(accountId, url, headers) },
    clock,
    links,
    limiter: createRateLimiter(clock),
    cookies: createCookies(baseUrl, store.sessionSecret),
    notes: createSignedState(store.sessionSecret, clock),
    background: createBackground((error) => app.log.error({ err: error }, 'work behind an answer failed')),
    tierLimits: config.tierLimits,
    baseUrl,
    operatorName: config.operatorName,
    keyPrefix: config.keyPrefix,
  };
}

/** Connections of the thread that answers requests never wait for a lock. */
function openMigrated(config: Config, folder: 'accounts' | 'catalog') {
  const file = folder === 'accounts' ? ACCOUNTS_FILE : CATALOG_FILE;
  const db = openDatabase(join(config.dataDir, file), { busyTimeoutMs: 0 });
  migrate(db, folder);
  return db;
}
