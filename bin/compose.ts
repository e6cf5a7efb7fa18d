import { setTimeout as pause } from 'node:timers/promises';
import { isDemoCatalog } from '../demo/is-demo-catalog.ts';
import { createDemoSignIn } from '../src/accounts/demo-sign-in.ts';
import { createOpenIdProvider } from '../src/accounts/open-id-provider.ts';
import type { HashCost } from '../src/accounts/password.ts';
import type { Clock } from '../src/clock.ts';
import type { Config } from '../src/config/config.ts';
import { isLoopback } from '../src/config/readers.ts';
import { createApp } from '../src/http/app.ts';
import { createLinks } from '../src/http/links.ts';
import { createMetrics } from '../src/http/metrics.ts';
import { registerLiveIntake } from '../src/http/ops-server.ts';
import { createPublicWork, createRateLimiter } from '../src/http/rate-limiter.ts';
import type { SharedBody } from '../src/http/response.ts';
import { createByteCache } from '../src/http/response.ts';
import { createFeedDoor } from '../src/intake/feed-door.ts';
import { createLiveIntake } from '../src/intake/live-intake.ts';
import { createMailer } from '../src/mail/mailer.ts';
import { createPublicSearch } from '../src/search/runtime/threaded-search.ts';
import { quotaMailer } from '../src/site/account/mails.ts';
import { createCookies, createSignedState } from '../src/site/kit/cookies.ts';
import { sendNotFoundPage } from '../src/site/kit/register.ts';
import { createBackground, type Services as SiteServices } from '../src/site/kit/services.ts';
import { registerSite } from '../src/site/screens.ts';
import type { Services as ApiServices } from '../src/v1/endpoint.ts';
import { addOpenApi } from '../src/v1/openapi.ts';
import { createPublicApi, type PublicApi } from '../src/v1/public-api.ts';
import { createInProcessReader, ENDPOINTS } from '../src/v1/routes.ts';
import { RUN } from './commands/command.ts';
import { urlHost } from './listen.ts';
import { openStore, type Store } from './store/open-store.ts';

const MAILED_MAX_MS = 3_000;

const BYTES_A_MB = 1024 * 1024;
const FAILURE_PAGES_BYTES = BYTES_A_MB;

export interface ComposeOptions {
  readonly config: Config;
  readonly clock: Clock;
  readonly baseUrl: string;
  /** Where log lines go; by default standard error, because standard output is for results. */
  readonly logDestination?: NodeJS.WritableStream;
  readonly hashCost?: HashCost;
}

export type Composition = Awaited<ReturnType<typeof compose>>;

/** Wires the service on the configured store. An embedded store must not have another server. */
export async function compose(options: ComposeOptions) {
  const { config, clock, baseUrl } = options;
  const metrics = createMetrics();
  let countFailedMs: number | null = null;
  const logError: LogError = (error, message) => app.log.error({ err: error }, message);
  const store = await openStore(config, 'serve', {
    clock,
    hashCost: options.hashCost,
    onProblem: logError,
    onCountsNotWritten(error) {
      countFailedMs = clock.monotonicMs();
      metrics.add('seoga_gate_write_errors_total');
      logError(error, 'call counts could not be written: their calls were answered 503');
    },
  });
  const feeds = createFeedIntake(store, logError);
  const { trustedProxies, logLevel: level, keyPrefix, termsUrl, contact } = config;
  const app = await createApp({
    baseUrl,
    trustedProxies,
    observe: metrics.observe,
    log: { level, keyPrefix, destination: options.logDestination ?? process.stderr },
    sendNotFoundPage: (request, reply) => sendNotFoundPage(request, reply, site),
  });
  const { revision, catalog, rankings, search, searchTerms, callLog } = store;
  const links = createLinks(baseUrl, config);
  const api = { revision, catalog, rankings, search, searchTerms, callLog, clock, links, keyPrefix };
  const { callAs } = createPublicApi(app, api, {
    gate: store.gate,
    callLog,
    observe: metrics.observe,
    onQuota: (accountId, quota) => mailQuota(accountId, quota),
    cacheBytes: config.cacheMb * BYTES_A_MB,
  });
  const { lastCheck } = metrics;
  const site = siteServices(options, store, { ...api, callAs, lastCheck, feedDoor: feeds.door, logError });
  const mailQuota = quotaMailer(site);
  addOpenApi(app, ENDPOINTS, { baseUrl, limiter: site.pageLimiter, notices: { termsUrl, contact } });
  app.register(async (scope) => {
    // Requests for pages read the current revision here. API calls get the revision with the gate's decision.
    scope.addHook('onRequest', async ({ url }) => {
      if (url.startsWith('/assets/')) return;
      // Without the database, cached pages are still served.
      await revision.latest().catch(() => {});
    });
    registerSite(scope, site);
  });
  if (config.opsPublic) registerLiveIntake(app, feeds.take);
  await app.ready();
  const flush = async () => {
    await searchTerms.flush();
    await callLog.flush();
  };
  return {
    config,
    store,
    site,
    app,
    metrics,
    takeFeed: feeds.take,
    countFailedAtMs: () => countFailedMs,
    flush,
    async close(): Promise<void> {
      try {
        feeds.door.close();
        await app.close();
        const mailed = Promise.all([site.background.idle(), site.mailer.stop()]);
        await Promise.race([mailed, pause(MAILED_MAX_MS, null, { ref: false })]);
        await flush();
      } finally {
        await store[Symbol.asyncDispose]();
      }
    },
  };
}

type LogError = (error: unknown, message: string) => void;

function createFeedIntake(store: Store, logError: LogError) {
  const { feedThread, tokens, feedMappings } = store;
  const onProblem = (error: unknown) => logError(error, 'a feed could not be checked or imported');
  const feedDoor = createFeedDoor({ ...feedThread, onProblem });
  return { door: feedDoor, take: createLiveIntake({ feedDoor, tokens, feedMappings }) };
}

interface SiteOptions
  extends ApiServices,
    Pick<SiteServices, 'feedDoor' | 'lastCheck'>,
    Pick<PublicApi, 'callAs'> {
  readonly logError: LogError;
}

function siteServices(
  { config, clock, baseUrl }: ComposeOptions,
  store: Store,
  { callAs, lastCheck, feedDoor, logError, ...api }: SiteOptions,
): SiteServices {
  const { sessionSecret } = store;
  const open = { ...api, search: createPublicSearch(store.search) };
  return {
    ...open,
    api: { ...createInProcessReader(open), callAs },
    accounts: store.accounts,
    identity: store.identity,
    secondFactor: store.secondFactor,
    attempts: store.attempts,
    demoSignIn: createDemoSignIn({
      accounts: store.accounts,
      clock,
      isDemo: async () =>
        config.demo && isPrivate(config, baseUrl) && (await isDemoCatalog(store.catalog, store.importLog)),
    }),
    providers: config.providers.map((one) => createOpenIdProvider(one, baseUrl)),
    quotaRequests: store.quotaRequests,
    wantedMails: store.wantedMails,
    mailer: createMailer({
      outbox: store.outbox,
      clock,
      smtpUrl: config.smtpUrl,
      from: config.mailFrom ?? `seoga@${new URL(baseUrl).hostname}`,
      onSendError: (error) => logError(error, 'mail could not be sent and is kept'),
    }),
    callLog: store.callLog,
    auditLog: store.auditLog,
    itemOverrides: store.itemOverrides,
    feedDoor,
    feedMappings: store.feedMappings,
    importLog: store.importLog,
    undoImport: store.undoImport,
    orderDesk: store.orderDesk,
    rankingAdmin: store.rankingAdmin,
    runRequests: store.runRequests,
    lastCheck,
    publicWork: createPublicWork(),
    limiter: createRateLimiter(clock),
    pageLimiter: createRateLimiter(clock),
    pageCacheBytes: (config.cacheMb * BYTES_A_MB) / 6,
    failurePages: createByteCache<SharedBody>(FAILURE_PAGES_BYTES, ({ bytes }) => bytes.length * 2),
    cookies: createCookies(isLoopback(new URL(baseUrl)), sessionSecret),
    notes: createSignedState(sessionSecret, clock),
    background: createBackground((error) => logError(error, 'work behind an answer failed')),
    baseUrl,
    logoUrl: api.links.logo,
    command: RUN,
    isSegmentMinSet: config.isSegmentMinSet,
    publicLists: config.publicLists,
    tierLimits: config.tierLimits,
    operatorName: config.operatorName,
    termsUrl: config.termsUrl,
    privacyUrl: config.privacyUrl,
    contact: config.contact,
    currency: config.currency,
  };
}

/** Whether the configuration lets only programs of this machine reach the service. */
function isPrivate({ host, trustedProxies }: Config, baseUrl: string): boolean {
  const listener = new URL(`http://${urlHost(host)}`);
  return trustedProxies === null && isLoopback(listener) && isLoopback(new URL(baseUrl));
}
