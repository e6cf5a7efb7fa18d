import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { type ImportRequest, importFeed } from '../../../../src/ingest/import-feed.ts';
import { FINDINGS_LOGGED_MAX } from '../../../../src/ingest/import-log.ts';
import { createSqliteImportLog } from '../../../../src/store/sqlite/catalog/import-log.ts';
import { book } from '../../../support/small-shop.ts';
import { catalogFile } from './catalog-file.ts';

const source = { name: 'shop.jsonl', actor: 'account:1', bytes: 12 };
const lines = (...records: readonly object[]) =>
  records.map((record) => `${JSON.stringify(record)}\n`).join('');

function setUp(t: Parameters<typeof catalogFile>[0]) {
  const file = catalogFile(t);
  const log = createSqliteImportLog(file.connect());
  const take = (feed: string, options: Partial<ImportRequest> = {}) =>
    importFeed({
      store: file.feeds,
      input: Readable.from([Buffer.from(feed)]),
      clock: file.clock,
      source,
      strict: false,
      dryRun: false,
      ...options,
    });
  return { ...file, log, take };
}

test('every attempt leaves one entry: who, file, size, counts, outcome and cause', async (t) => {
  const { log, take, clock } = setUp(t);
  const good = lines(book(1, '하나'));
  const wrong = lines(...Array.from({ length: 30 }, () => ({ kind: 'remove', itemId: 0 })));
  const interrupt = new AbortController();
  await take(good);
  await take(good + wrong);
  await take(`${good}{}\n`, { strict: true });
  await assert.rejects(take('\n\n'));
  await assert.rejects(
    take(good, { signal: interrupt.signal, onProgress: () => interrupt.abort(new Error('enough')) }),
  );
  const entries = (await log.list(10)).toReversed();
  assert.deepEqual(
    entries.map(({ outcome, lines: read, problemCount, summary }) => [
      outcome,
      read,
      problemCount,
      summary.item.added,
    ]),
    [
      ['imported', 1, 0, 1],
      ['braked', 31, 30, 0],
      ['refused', 2, 1, 0],
      ['failed', 2, 0, 0],
      ['interrupted', 1, 0, 0],
    ],
  );
  for (const { name, actor, bytes, startedAtMs, endedAtMs } of entries) {
    assert.deepEqual({ name, actor, bytes }, source);
    assert.deepEqual([startedAtMs, endedAtMs], [clock.nowMs(), clock.nowMs()]);
  }
  assert.match(entries[1]?.cause?.en ?? '', /refuse 30 of 31 lines/);
  assert.match(entries[3]?.cause?.ko ?? '', /레코드가 하나도 없습니다/);
  assert.equal(entries[0]?.cause, null);
});

test('a dry run leaves no entry', async (t) => {
  const { log, take } = setUp(t);
  await take(lines(book(1, '하나')), { dryRun: true });
  assert.deepEqual(await log.list(10), []);
});

test('the first reasons and warnings are kept, in every language', async (t) => {
  const { log, take } = setUp(t);
  const wrong = Array.from({ length: 150 }, () => ({ kind: 'remove', itemId: 0 }));
  const odd = Array.from({ length: 150 }, (_, at) => book(at + 1, '책', { pages: 'many' }));
  const report = await take(lines(...wrong, ...odd), { force: true });
  const [entry] = await log.list(1);
  assert.ok(entry !== undefined);
  assert.deepEqual([entry.problemCount, entry.warningCount], [150, report.warningCount]);
  assert.deepEqual(entry.problems, report.problems.slice(0, FINDINGS_LOGGED_MAX));
  assert.deepEqual(entry.warnings, report.warnings.slice(0, FINDINGS_LOGGED_MAX));
  assert.deepEqual(await log.find(entry.importId), entry);
  assert.equal(await log.find(entry.importId + 1), null);
});

test('an attempt is running while it runs, and did not finish when its process died', async (t) => {
  const { log, feeds, connect, clock } = setUp(t);
  const transaction = await feeds.begin({ source });
  assert.deepEqual([(await log.list(1))[0]?.outcome, (await log.list(1))[0]?.endedAtMs], ['running', null]);
  await transaction.rollback();
  // Nobody completed the entry: so it looks after a kill, too.
  assert.equal((await log.list(1))[0]?.outcome, 'unfinished');
  await (await feeds.begin({ source })).rollback();
  const kept = connect()
    .prepare('SELECT outcome, started_at_ms AS at FROM import_log ORDER BY import_id')
    .all();
  assert.deepEqual(
    kept.map(({ outcome, at }) => [outcome, at]),
    [
      ['unfinished', clock.nowMs()],
      ['running', clock.nowMs()],
    ],
  );
});

test('entries of earlier versions are imports', async (t) => {
  const { log, connect } = setUp(t);
  const counts = { added: 3, changed: 0, unchanged: 0, late: 0 };
  connect()
    .prepare(`
      INSERT INTO import_log (name, actor, started_at_ms, ended_at_ms, lines, problem_count, summary)
      VALUES ('before.jsonl', 'command', 1000, 2000, 5, 2, ?)`)
    .run(JSON.stringify({ category: counts }));
  const [entry] = await log.list(1);
  assert.deepEqual(
    [entry?.outcome, entry?.bytes, entry?.problems, entry?.summary.category.added, entry?.summary.item.added],
    ['imported', null, [], 3, 0],
  );
});
