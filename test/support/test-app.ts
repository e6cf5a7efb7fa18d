import assert from 'node:assert/strict';
import type { IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import inject, { type InjectOptions } from 'light-my-request';
import { rankingSettings } from '../../bin/commands/rankings.ts';
import { compose } from '../../bin/compose.ts';
import { REFUSED_CLASS } from '../../src/accounts/account.ts';
import type { HashCost } from '../../src/accounts/password.ts';
import { type Config, readConfig } from '../../src/config/config.ts';
import { type ImportReport, importFeed } from '../../src/ingest/import-feed.ts';
import { runRankings } from '../../src/rankings/run/ranking-run.ts';
import { ACCOUNTS_FILE, CATALOG_FILE, openDatabase } from '../../src/store/sqlite/database.ts';
import { type Answer, answerOf } from './answer.ts';
import { feedStoreOf } from './feed-store.ts';
import { fixedClock } from './fixed-clock.ts';
import { jsonLines } from './json-lines.ts';
import { CLIENT, type OpenIdServer } from './open-id-server.ts';
import { patientMs } from './patience.ts';
import { UNLIMITED } from './server-process.ts';
import { sessionsAt } from './sessions-at.ts';
import { type Cleanup, tempDir } from './temp-dir.ts';

export type TestApp = Awaited<ReturnType<typeof createTestApp>>;

const KEY_FORM = /seoga_live_[0-9A-Za-z]{38}/;
/** 32 random bytes as base64url: every secret of the portal. */
const TOKEN_FORM = /(?<![\w-])[\w-]{43}(?![\w-])/;

/** Passwords of tests are no secrets. */
const CHEAP: HashCost = { memoryKib: 8, passes: 1 };

export const PORTAL_PASSWORD = 'correct horse battery';

export interface TestAppOptions {
  readonly hashCost?: HashCost;
  /** Wall time, ISO 8601 with offset. */
  readonly now?: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** The sign-in provider CORP, "Books & Co". */
  readonly provider?: OpenIdServer;
}

const SEARCH_WAIT_MS = patientMs(60_000);

/** The real service on an empty store, with a clock that the test moves. */
export async function createTestApp(t: Cleanup, options: TestAppOptions = {}) {
  const dataDir = tempDir(t);
  const clock = fixedClock(options.now ?? '2026-11-21T12:00:00+09:00');
  const config = readConfig({
    SEOGA_DATA_DIR: dataDir,
    SEOGA_BASE_URL: 'https://books.example',
    SEOGA_LOG_LEVEL: 'trace',
    ...UNLIMITED,
    ...(options.provider && {
      SEOGA_OIDC_CORP_ISSUER: options.provider.issuer,
      SEOGA_OIDC_CORP_CLIENT_ID: CLIENT.clientId,
      SEOGA_OIDC_CORP_CLIENT_SECRET: CLIENT.clientSecret,
      SEOGA_OIDC_CORP_LABEL: 'Books & Co',
    }),
    ...options.environment,
  });
  const logs: string[] = [];
  const logDestination = new Writable({
    write(chunk, _encoding, done) {
      logs.push(String(chunk));
      done();
    },
  });
  const composition = await compose({
    config,
    clock,
    baseUrl: config.baseUrl ?? '',
    logDestination,
    hashCost: options.hashCost ?? CHEAP,
  });
  // Fastify's own would not see the public API.
  Object.assign(composition.app, {
    inject: (request: InjectOptions) => inject(composition.app.listener, request),
  });
  const keys: string[] = [];
  t.after(async () => {
    await composition.close();
    // Holds for every test that uses the service, whatever it does.
    const log = logs.join('');
    for (const secret of [...keys, CLIENT.clientSecret, PORTAL_PASSWORD])
      assert.equal(log.includes(secret), false, "a log line holds a key, a password or a provider's secret");
    assert.doesNotMatch(log, KEY_FORM, 'a log line holds an API key');
    assert.doesNotMatch(log, TOKEN_FORM, 'a log line holds the token of a mail, a session or a form');
  });
  const { store, site } = composition;
  assert.equal(await store.search.whenReady(SEARCH_WAIT_MS), true, logs.join(''));
  const account = await store.accounts.createAccount({
    email: 'developer@books.example',
    name: 'Developer',
    tier: 'free',
    role: 'developer',
  });
  const key = account === null ? null : await store.accounts.issueKey(account.accountId);
  if (account === null || key === null) throw new Error('a new store refused an account or a key');
  keys.push(key);
  return {
    ...site,
    ...store,
    ...composition,
    /** Counted calls by day, endpoint and class of status. */
    async listUsage(accountId: number) {
      const { calls } = await store.callLog.listFigures(accountId, 0);
      return calls.filter(({ statusClass }) => statusClass !== REFUSED_CLASS);
    },
    config,
    clock,
    key,
    accountId: account.accountId,
    logText: () => logs.join(''),
    readAudit: () => readAudit(config),
    feed(lines: readonly object[], restate = false): Promise<ImportReport> {
      const input = Readable.from([jsonLines(lines)]);
      const store = feedStoreOf(join(config.dataDir, CATALOG_FILE), clock, { restate });
      return importFeed({ store, input, clock, strict: false, dryRun: false });
    },
    async rank() {
      await runRankings({ open: sessionsAt(dataDir), clock, settings: rankingSettings(config) });
    },
    async get(url: string, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
      const response = await composition.app.inject({ url, headers: { 'x-api-key': key, ...headers } });
      return answerOf(response.statusCode, response.headers as IncomingHttpHeaders, response.rawPayload);
    },
  };
}

function readAudit({ dataDir }: Config): readonly string[] {
  using db = openDatabase(join(dataDir, ACCOUNTS_FILE), { busyTimeoutMs: 0, readOnly: true });
  db.prepare('ATTACH ? AS catalogue').run(join(dataDir, CATALOG_FILE));
  const rows = db
    .prepare(
      `SELECT action, target
       FROM (SELECT at_ms, 0 AS log, audit_id, action, target FROM audit
             UNION ALL
             SELECT at_ms, 1, audit_id, action, target FROM catalogue_audit)
       ORDER BY at_ms, log, audit_id`,
    )
    .all();
  return rows.map((row) => `${row.action} ${row.target}`);
}
