import assert from 'node:assert/strict';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { importCommand } from '../../../bin/commands/import.ts';
import { createHealth } from '../../../bin/health.ts';
import { rankingSettings } from '../../../bin/rank-now.ts';
import { runRankings } from '../../../src/jobs/ranking-run.ts';
import type { OverviewPage } from '../../../src/portal/contract/console-overview.ts';
import { writeBackupTime } from '../../../src/store/files/backup-record.ts';
import { createSqliteRankingRepository } from '../../../src/store/sqlite/rankings/ranking-repository.ts';
import { createTrustedClock } from '../../../src/trusted-clock.ts';
import { newDeveloper, newOperator } from '../../support/operator.ts';
import { issueKey } from '../../support/portal-client.ts';
import { suiteConsole } from '../../support/suite-app.ts';

describe('the overview of the console', () => {
  const { app, operator } = suiteConsole({ environment: { SEOGA_DAILY_QUOTA: '3' } });
  const ask = async () => (await operator.get<OverviewPage>('/console/overview')).view;

  test('calls are counted by minute and outcome; the pages and the console are not', async () => {
    const key = await issueKey(await newDeveloper(app));
    const before = await ask();
    const call = (url: string) => app.get(url, { 'x-api-key': key });
    await call('/v1/category/list');
    await call('/v1/goods/itemDetail?query=x');
    app.clock.advance(60_000);
    await call('/v1/category/list');
    await call('/v1/category/list');
    await app.get('/v1/category/list', { 'x-api-key': 'no key' });
    await app.app.inject('/docs');
    const { minutes, nowMs } = await ask();
    assert.equal(before.minutes.length, 61);
    assert.equal(nowMs, app.clock.nowMs());
    const [last, now] = minutes.slice(-2);
    assert.deepEqual({ ...last, atMs: 0 }, { atMs: 0, fine: 1, refused: 1, limited: 0, failed: 0 });
    assert.deepEqual({ ...now, atMs: 0 }, { atMs: 0, fine: 1, refused: 1, limited: 1, failed: 0 });
    assert.equal(now?.atMs, Math.floor(nowMs / 60_000) * 60_000);
  });

  test('what there is to look after is counted, and every list tells when it was published', async () => {
    const before = await ask();
    const asker = await newDeveloper(app);
    await issueKey(asker);
    await asker.post('/quota-requests', { dailyQuota: 10, reason: 'more' });
    const suspended = await newDeveloper(app);
    await app.accounts.updateAccount(suspended.accountId, { suspended: true });
    const { accounts, liveKeys, waitingRequests, suspended: shut, items, editions } = await ask();
    assert.deepEqual(
      [accounts, liveKeys, waitingRequests, shut],
      [before.accounts + 2, before.liveKeys + 1, before.waitingRequests + 1, before.suspended + 1],
    );
    assert.equal(items, await app.catalog.countItems());
    const overall = editions.find(({ kind }) => kind === 'overall');
    assert.equal(overall?.period, '2026-11-20');
    assert.ok((overall?.publishedAtMs ?? 0) > 0);
  });

  test('disk, backup, mail, good feeds and runs are told, with who asked for a run; not all to every role', async () => {
    assert.equal((await ask()).machine, null, 'the server has not looked at itself');
    const clock = createTrustedClock(app.clock, null);
    await createHealth({ config: app.config, service: app, clock })();
    writeBackupTime(app.config.dataDir, 1);
    const feed = join(import.meta.dirname, '../../../docs/samples/categories.csv');
    assert.equal(await importCommand.run([feed], app.config), 0);
    await operator.post('/console/rankings/run', { kind: 'tally' });
    app.clock.advance(1);
    const repository = createSqliteRankingRepository(app.config.dataDir);
    const settings = rankingSettings(app.config);
    await runRankings({ repository, clock: app.clock, kind: 'tally', cause: 'operator', settings });
    await createHealth({ config: app.config, service: app, clock })();
    const { machine, mail, goodFeeds, runs } = await ask();
    const files = readdirSync(app.config.dataDir).filter((name) => name.endsWith('.db'));
    assert.ok(files.length >= 2);
    for (const name of files)
      assert.ok((machine?.dataBytes ?? 0) > statSync(join(app.config.dataDir, name)).size, name);
    assert.deepEqual([machine?.backupAtMs, machine?.failing], [1, []]);
    assert.deepEqual(mail, { hasServer: false, sentAtMs: null, failedAtMs: null, trouble: null });
    const sources = goodFeeds.map(({ source, name }) => `${source} ${name}`);
    assert.deepEqual(sources, ['command categories.csv']);
    const [newest, first] = runs;
    assert.deepEqual([newest?.asked?.action, newest?.asked?.by.email], ['rankings.asked', operator.email]);
    assert.equal(first?.asked, null);
    await newOperator(app, 'another-owner@books.example');
    await app.accounts.updateAccount(operator.accountId, { role: 'support' });
    const supported = await ask();
    assert.deepEqual([supported.goodFeeds, supported.runs], [[], []]);
  });
});
