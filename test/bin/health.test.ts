import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { importCommand } from '../../bin/commands/import.ts';
import { backupCommand } from '../../bin/commands/store.ts';
import { createHealthCheck } from '../../bin/jobs/check-health.ts';
import { createImportCount } from '../../bin/jobs/count-imports.ts';
import { createTrustedClock } from '../../bin/trusted-clock.ts';
import { CONNECTION_LIMITS } from '../../src/http/connection-guard.ts';
import { healthReport } from '../../src/http/metrics.ts';
import { overwritePages } from '../support/damaged-pages.ts';
import { eventually } from '../support/eventually.ts';
import { smallShop } from '../support/small-shop.ts';
import { tempDir } from '../support/temp-dir.ts';
import { createTestApp } from '../support/test-app.ts';

const HOUR_MS = 3_600_000;

async function setUp(t: TestContext) {
  const app = await createTestApp(t, { environment: { SEOGA_SMTP_URL: 'smtp://127.0.0.1:9' } });
  await app.feed(smallShop);
  await app.rank();
  const health = createHealthCheck(app, createTrustedClock(app.clock, null));
  return { app, answer: async () => healthReport(await health.run(), null) };
}

test('a service whose parts all work is ready, each check says ok, and so do the metrics', async (t) => {
  const { app, answer } = await setUp(t);
  const { ready, checks } = await answer();
  assert.equal(ready, true);
  assert.deepEqual(new Set(Object.values(checks)), new Set(['ok']));
  const metrics = await app.metrics.text();
  assert.match(metrics, /^seoga_check_ok\{check="calls"\} 1$/m);
  assert.match(metrics, /^seoga_disk_free_bytes \d{7,}/m);
});

test('metrics know of the last backup and of imports from before the start', async (t) => {
  const { app, answer } = await setUp(t);
  await answer();
  assert.match(await app.metrics.text(), /^seoga_backup_timestamp_seconds 0$/m);
  assert.equal(await backupCommand.run([join(tempDir(t), 'backup')], app.config), 0);
  await answer();
  const feed = join(import.meta.dirname, '../../docs/samples/categories.csv');
  assert.equal(await importCommand.run([feed], app.config), 0);
  await createImportCount(app.importLog, app.metrics).run();
  const metrics = await app.metrics.text();
  assert.match(metrics, /^seoga_backup_timestamp_seconds \d{10}\.?\d*$/m);
  const [entry] = await app.importLog.list(1);
  const seconds = Number(entry?.endedAtMs) / 1000;
  assert.match(metrics, new RegExp(`^seoga_import_timestamp_seconds\\{by="command"\\} ${seconds}$`, 'm'));
  assert.match(metrics, /^seoga_imports_total\{by="token",outcome="braked"\} 0$/m);
});

test('not ready while calls cannot be counted, and ready again some seconds after the last failure', async (t) => {
  const { app, answer } = await setUp(t);
  const other = new DatabaseSync(join(app.config.dataDir, 'accounts.db'));
  other.exec('BEGIN IMMEDIATE');
  assert.equal((await app.get('/v1/category/list')).status, 503);
  other.close();
  const { ready, checks } = await answer();
  assert.equal(ready, false);
  assert.equal(checks.calls, 'calls cannot be counted');
  app.clock.advance(6_000);
  assert.equal((await answer()).ready, true);
});

test('not ready while as many connections are open as the server takes', async (t) => {
  const { app, answer } = await setUp(t);
  const port = Number(new URL(await app.app.listen({ host: '127.0.0.1', port: 0 })).port);
  const sockets = new Set<Socket>();
  const leave = () => {
    for (const socket of sockets) socket.destroy();
  };
  t.after(leave);
  // The server closes silent connections after ten seconds, before a busy machine has opened all; others stay for a minute.
  const connectOne = async () => {
    const socket = connect(port, '127.0.0.1');
    sockets.add(socket.on('error', () => {}).once('close', () => sockets.delete(socket)));
    socket.write('GET /robots.txt HTTP/1.1\r\nHost: a\r\n\r\n');
    await Promise.race([once(socket, 'data'), once(socket, 'close')]).catch(() => {});
  };
  while (sockets.size < CONNECTION_LIMITS.connectionsMax)
    await Promise.all(Array.from({ length: 250 }, connectOne));
  const { checks } = await eventually(answer, (one) => !one.ready);
  assert.equal(checks.calls, 'as many connections are open as the server takes');
  leave();
  await eventually(answer, (one) => one.ready);
});

test('not ready while the published lists are damaged', async (t) => {
  const { app, answer } = await setUp(t);
  overwritePages(app.config.dataDir, 'lists.db', 'edition');
  const { ready, checks } = await answer();
  assert.deepEqual([ready, checks.lists], [false, 'the published lists are damaged or missing']);
});

test('not ready once the search has ended', async (t) => {
  const { app, answer } = await setUp(t);
  await app.search.close();
  const { ready, checks } = await answer();
  assert.equal(ready, false);
  assert.notEqual(checks.search, 'ok');
});

test('old lists and waiting mail are named, but do not take the service out of use', async (t) => {
  const { app, answer } = await setUp(t);
  app.clock.advance(26 * HOUR_MS);
  await app.outbox.put({ to: 'a@books.example', subject: 'S', text: 'T' });
  assert.equal((await answer()).checks.age, 'ok');
  app.clock.advance(HOUR_MS);
  const { ready, checks } = await answer();
  assert.equal(ready, true);
  assert.equal(checks.age, 'the lists are 27 hours old');
  assert.equal(checks.mail, 'mail has been waiting for 60 minutes');
});
