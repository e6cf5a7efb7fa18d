import { createAccountStore } from '../../src/accounts/account-store.ts';
import { createKeyHash } from '../../src/accounts/api-key.ts';
import { createAuditLog } from '../../src/accounts/audit-log.ts';
import { createCallLog } from '../../src/accounts/call-log.ts';
import { createIdentity } from '../../src/accounts/identity.ts';
import { createOperatorTokens } from '../../src/accounts/operator-tokens.ts';
import type { HashCost } from '../../src/accounts/password.ts';
import { createQuotaRequests } from '../../src/accounts/quota-requests.ts';
import { createSecondFactor } from '../../src/accounts/second-factor.ts';
import { createWantedMails } from '../../src/accounts/wanted-mails.ts';
import { lazily } from '../../src/base/lazily.ts';
import { runTask } from '../../src/base/run-task.ts';
import { createCatalogStore } from '../../src/catalog/catalog-store.ts';
import { createItemOverrides } from '../../src/catalog/override-store.ts';
import { type Clock, type KstDay, systemClock } from '../../src/clock.ts';
import type { Config } from '../../src/config/config.ts';
import { createGate } from '../../src/gate/create-gate.ts';
import { createRateLimiter } from '../../src/http/rate-limiter.ts';
import { createFeedStore } from '../../src/ingest/feed-store.ts';
import { createImportLog } from '../../src/ingest/import-log.ts';
import { type UndoOutcome, type UndoRequest, undoImport } from '../../src/ingest/import-undo.ts';
import { createFeedMappings } from '../../src/ingest/mapping.ts';
import { createOutbox } from '../../src/mail/outbox.ts';
import { buyerKeyOf, ensureBuyerKey, isBuyerKey } from '../../src/rankings/ledger/buyer-reference.ts';
import { countUnknownGoods } from '../../src/rankings/ledger/month-lines.ts';
import { createOrderDesk } from '../../src/rankings/ledger/order-desk.ts';
import { createOrderPrivacy } from '../../src/rankings/ledger/order-privacy.ts';
import { createRankingStore } from '../../src/rankings/lists/ranking-store.ts';
import { createRankingAdmin, createRunRequests } from '../../src/rankings/run/ranking-admin.ts';
import { ThreadedSearch } from '../../src/search/runtime/threaded-search.ts';
import { createSearchTermAdmin } from '../../src/search/search-term-admin.ts';
import type { Engine, EngineOptions, StoreRole } from '../../src/store/engine.ts';
import { secretsOf } from '../../src/store/private-files.ts';
import { openEngine } from './open-engine.ts';

/** The parts of the application that use the store. Each part is created at its first use. */
export type Store = Awaited<ReturnType<typeof openStore>>;

export interface StoreOptions {
  readonly clock?: Clock;
  /** Cost of password hashes. Tests make hundreds and set a lower one. */
  readonly hashCost?: HashCost | undefined;
  readonly onCountsNotWritten?: EngineOptions['onCountsNotWritten'];
  onProblem?(error: unknown, message: string): void;
}

const IMPORT_WAIT_MS = 600_000;

const WORK_THREAD = new URL('../work-thread.ts', import.meta.url);

/** Opens the configured store. An embedded one must not have another server. Throws StoreRefused and StoreUnavailableError. */
export async function openStore(config: Config, role: StoreRole, options: StoreOptions = {}) {
  const { clock = systemClock, hashCost, onProblem = rethrow, onCountsNotWritten } = options;
  const engine = await openEngine(config, role, { clock, onCountsNotWritten });
  const opened = new AsyncDisposableStack();
  opened.use(engine);
  const context = { config, role, clock, hashCost, onProblem, engine, secrets: secretsFor(config, engine) };
  if (role === 'serve') await checkBuyerKey(context);
  const shared = sharedPorts(context);
  return lazily({
    ...accountPorts(context, shared),
    ...catalogPorts(context, shared),
    ...orderPorts(context),
    search() {
      const search = new ThreadedSearch({
        entry: new URL('../search-thread.ts', import.meta.url),
        dataDir: config.dataDir,
        clock,
        revision: shared.catalog.readRevision,
        similarWords: () => shared.searchTerms.similarWords(),
        onProblem: (problem) => onProblem(problem, 'the search index has a problem'),
      });
      opened.defer(() => search.close());
      return search;
    },
    engine: () => engine,
    revision: () => engine.revision,
    sessionSecret: () => context.secrets.sessionSecret,
    /** Stops threads, and closes files or connections. Before this call, flush call counts and search logs. */
    [Symbol.asyncDispose]: () => (): Promise<void> => opened.disposeAsync(),
  });
}

interface StoreContext
  extends Required<Pick<StoreOptions, 'clock' | 'onProblem'>>,
    Pick<StoreOptions, 'hashCost'> {
  readonly config: Config;
  readonly role: StoreRole;
  readonly engine: Engine;
  readonly secrets: ReturnType<typeof secretsFor>;
}

/** Creates accounts before secrets. After a kill in between, secrets without accounts would look like a loss of accounts. */
function secretsFor(config: Config, engine: Engine) {
  const read = lazily({ secrets: () => engine.accounts && secretsOf(config) });
  return lazily({
    pepper: () => read.secrets.keyPepper,
    sessionSecret: () => read.secrets.sessionSecret,
    buyerKey: () => buyerKeyOf(read.secrets.keyPepper),
  });
}

function stateOf({ engine, clock, role }: StoreContext) {
  return { database: engine.accounts, clock, actor: role === 'serve' ? 'portal' : 'command' };
}

function sharedPorts(context: StoreContext) {
  const { engine, clock, onProblem } = context;
  return lazily({
    attempts: () => engine.attempts ?? createRateLimiter(clock),
    catalog: () => createCatalogStore(engine.shown.catalog, engine.revision),
    rankings: () => createRankingStore({ ...engine.shown, revision: engine.revision }),
    searchTerms: () =>
      createSearchTermAdmin({
        ...stateOf(context),
        onWriteError: (error) =>
          onProblem(error, 'counts of queries could not be written and are kept for the next batch'),
      }),
  });
}

type Shared = ReturnType<typeof sharedPorts>;

function accountPorts(context: StoreContext, shared: Shared) {
  const { config, engine, clock, hashCost, onProblem, secrets } = context;
  const { keyPrefix } = config;
  const state = () => stateOf(context);
  return {
    accounts: () => createAccountStore({ ...state(), pepper: secrets.pepper, keyPrefix }),
    identity: () => createIdentity({ ...state(), sessionSecret: secrets.sessionSecret, hashCost }),
    secondFactor: () => createSecondFactor({ ...state(), sessionSecret: secrets.sessionSecret }),
    quotaRequests: () => createQuotaRequests(state()),
    wantedMails: () => createWantedMails(engine.accounts),
    outbox: () => createOutbox(state()),
    runRequests: () => createRunRequests(state()),
    auditLog: () => createAuditLog(engine),
    feedMappings: () => createFeedMappings(state()),
    tokens: () => createOperatorTokens({ ...state(), pepper: secrets.pepper }),
    attempts: () => shared.attempts,
    searchTerms: () => shared.searchTerms,
    gate: () =>
      createGate({
        rows: engine.gateRows,
        limiter: shared.attempts,
        hashOf: createKeyHash(keyPrefix, secrets.pepper),
      }),
    callLog: () =>
      createCallLog({ database: engine.calls, clock }, (error) =>
        onProblem(error, 'the breakdown of calls could not be written and is kept for the next batch'),
      ),
  };
}

function catalogPorts({ config, engine, clock, role, secrets }: StoreContext, shared: Shared) {
  const { dataDir, currency } = config;
  return {
    catalog: () => shared.catalog,
    itemOverrides: () => createItemOverrides({ catalog: engine.catalog, clock }),
    importLog: () => createImportLog(engine.catalog),
    /** With `restate`, order lines and cancellations of closed months count. */
    feeds: () => (choice?: { readonly restate?: boolean }) =>
      createFeedStore({ catalog: engine.catalog, clock, buyerKey: secrets.buyerKey, ...choice }),
    feedThread: () => ({ entry: WORK_THREAD, dataDir, currency, clock }),
    undoImport:
      () =>
      async (request: UndoRequest): Promise<UndoOutcome> => {
        if (role !== 'serve') return undoImport({ catalog: engine.catalog, clock }, request);
        const data = { dataDir, request, startMs: clock.nowMs() };
        return runTask(WORK_THREAD, { name: 'undo', data });
      },
    rankings: () => shared.rankings,
    rankingAdmin: () => createRankingAdmin(engine.catalog, shared.rankings),
  };
}

function orderPorts({ config, engine, clock, secrets }: StoreContext) {
  const { dataDir, copiesPerBuyer } = config;
  return {
    countUnknownGoods: () => (fromDay: KstDay) =>
      engine.catalog.snapshot((snapshot) => countUnknownGoods(snapshot, fromDay)),
    orderPrivacy: () =>
      createOrderPrivacy({ catalog: engine.catalog, lists: engine.lists, clock, buyerKey: secrets.buyerKey }),
    orderDesk: () =>
      createOrderDesk({
        catalog: engine.catalog,
        clock,
        buyerKey: secrets.buyerKey,
        entry: WORK_THREAD,
        dataDir,
        copiesPerBuyer,
      }),
  };
}

async function checkBuyerKey({
  engine: { catalog },
  secrets: { buyerKey: key },
}: StoreContext): Promise<void> {
  if (await isBuyerKey(catalog, key)) return;
  await catalog.transaction((sql) => ensureBuyerKey(sql, key), { waitMs: IMPORT_WAIT_MS });
}

function rethrow(error: unknown): never {
  throw error;
}
