import assert from 'node:assert/strict';
import { createServer, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { Receipt } from '../../src/accounts/operator-tokens.ts';
import type { FeedLimits } from '../../src/jobs/feed-run.ts';
import { createLiveIntake } from '../../src/jobs/live-intake.ts';
import { createSqlOperatorTokens } from '../../src/store/sql/accounts/operator-tokens.ts';
import { ACCOUNTS_FILE, migrate, openDatabase } from '../../src/store/sqlite/database.ts';
import { takeImportLock } from '../../src/store/sqlite/process-lock.ts';
import { createSqliteSql } from '../../src/store/sqlite/sql-driver.ts';
import { fixedClock } from '../support/fixed-clock.ts';
import { listenOn } from '../support/server-process.ts';
import { book } from '../support/small-shop.ts';
import { tempDir } from '../support/temp-dir.ts';
import { runOptions } from './feed-run-options.ts';

interface Setup {
  readonly waitMaxMs?: number;
  readonly entry?: URL;
  readonly limits?: FeedLimits;
}

/** The intake behind a server of its own, and a way to send feeds with a token. */
async function openIntake(t: TestContext, setup: Setup = {}) {
  const dataDir = tempDir(t);
  const db = openDatabase(join(dataDir, ACCOUNTS_FILE), { busyTimeoutMs: 0 });
  migrate(db, 'accounts');
  const clock = fixedClock('2026-11-21T12:00:00+09:00');
  const tokens = createSqlOperatorTokens({ database: createSqliteSql(db), pepper: 'pepper', clock });
  const take = createLiveIntake({
    ...runOptions,
    tokens,
    dataDir,
    clock,
    onProblem: (error) => t.diagnostic(String(error)),
    ...setup,
  });
  const server = createServer(async (request: IncomingMessage, response) => {
    const receipt: Receipt = await take(request);
    response.writeHead(receipt.status, { 'x-retry': receipt.retryAfterS ?? '' }).end(receipt.body);
  });
  const port = await listenOn(server);
  t.after(() => {
    server.close();
    db.close();
  });
  const authorization = `Bearer ${await tokens.issue('erp')}`;
  const send = async (body: string, query = '', key?: string) => {
    const headers = { authorization, ...(key === undefined ? {} : { 'idempotency-key': key }) };
    const response = await fetch(`http://127.0.0.1:${port}/${query}`, { method: 'POST', body, headers });
    const report = JSON.parse(await response.text());
    return { status: response.status, retry: response.headers.get('x-retry'), report };
  };
  return { dataDir, send };
}

const feed = (itemId: number) => `${JSON.stringify(book(itemId, `책 ${itemId}`))}\n`;

test('503 a feed that another import holds up is given back, and may be sent again with its key', async (t) => {
  const { dataDir, send } = await openIntake(t, { waitMaxMs: 50 });
  const lock = takeImportLock(dataDir);
  assert.ok(lock !== null);
  const held = await send(feed(1), '', 'night');
  assert.deepEqual([held.status, held.retry], [503, '30']);
  assert.match(held.report.message, /another import is under way; nothing was changed/);
  lock.release();
});

test('422 an idempotency key belongs to one body with one set of parameters', async (t) => {
  const { send } = await openIntake(t);
  const checked = await send(feed(1), '?dryRun=1', 'k');
  assert.deepEqual([checked.status, checked.report.imported], [200, false]);
  for (const other of [await send(feed(1), '', 'k'), await send(feed(2), '?dryRun=1', 'k')]) {
    assert.equal(other.status, 422);
    assert.match(other.report.message, /sent under this key within a day; use a new one/);
  }
  assert.deepEqual(await send(feed(1), '?dryRun=1', 'k'), checked, 'the same request gets the same answer');
  const [first, second] = await Promise.all([send(feed(1), '', 'n'), send(feed(2), '', 'n')]);
  assert.deepEqual([first.status, second.status].sort(), [200, 422], 'also while the first is under way');
});

test('a feed that takes too much memory or time ends with a reason, and the service goes on', async (t) => {
  const thread = (work: string) => new URL(`data:text/javascript,${encodeURIComponent(work)}`);
  const limits = { memoryMb: 16, baseMs: 50, perMbMs: 0 };
  const begun =
    "import { parentPort } from 'node:worker_threads';parentPort.postMessage({ kind: 'begun', bytes: 9 });";
  const greedy = await openIntake(t, {
    entry: thread('const all = []; for (;;) all.push([all.length]);'),
    limits,
  });
  const large = await greedy.send(feed(1));
  assert.deepEqual([large.status, large.report.message], [400, 'reading it takes more than 16 MB of memory']);
  const idle = await openIntake(t, {
    entry: thread(`${begun}parentPort.on('message', () => process.exit());`),
    limits,
  });
  const slow = await idle.send(feed(1));
  assert.deepEqual([slow.status, slow.report.message], [400, 'it was not read within 1 minutes']);
});
