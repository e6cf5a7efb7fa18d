import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PROBLEMS_KEPT_MAX } from '../../src/ingest/import-feed.ts';
import { createImportLog, FINDINGS_LOGGED_MAX } from '../../src/ingest/import-log.ts';
import { createCatalogDatabase } from '../../src/store/sqlite/databases.ts';
import { feedStoreOf } from '../support/feed-store.ts';
import { jsonLines } from '../support/json-lines.ts';
import { book } from '../support/small-shop.ts';
import type { Cleanup } from '../support/temp-dir.ts';
import { feedKit, placesOf } from './feed-kit.ts';

// docs/feeds.md#import-log

const source = { name: 'shop.jsonl', actor: 'account:1', bytes: 12 };

/** An empty log, and a catalogue whose imports it lists. */
function shop(t: Cleanup) {
  const kit = feedKit(t);
  const db = kit.connect();
  const take = (feed: string, options = {}) => kit.import(feed, { source, ...options });
  return { ...kit, log: createImportLog(createCatalogDatabase(db)), take };
}

test('every attempt leaves one entry: who, file, size, counts, outcome and cause', async (t) => {
  const { log, take, clock } = shop(t);
  const good = jsonLines([book(1, '하나')]);
  const wrong = jsonLines(Array(30).fill({ kind: 'remove', itemId: 0 }));
  const interrupt = new AbortController();
  const reports = [
    await take(good),
    await take(good + wrong),
    await take(`${good}{}\n`, { strict: true }),
    await take(good, { dryRun: true }),
  ];
  await assert.rejects(take('\n\n'));
  await assert.rejects(
    take(good, { signal: interrupt.signal, onProgress: () => interrupt.abort(new Error('enough')) }),
    /enough/,
  );
  const entries = (await log.list(10)).toReversed();
  const told = entries.map(
    (one) => `${one.outcome} ${one.lines} ${one.problemCount} ${one.summary.item.added}`,
  );
  const wanted = ['imported 1 0 1', 'braked 31 30 0', 'refused 2 1 0', 'failed 2 0 0', 'interrupted 1 0 0'];
  assert.deepEqual(told, wanted);
  const numbers = reports.map(({ importId }) => importId);
  assert.deepEqual(numbers, [...entries.slice(0, 3).map(({ importId }) => importId), null]);
  for (const { name, actor, bytes, startedAtMs, endedAtMs } of entries) {
    assert.deepEqual({ name, actor, bytes }, source);
    assert.deepEqual([startedAtMs, endedAtMs], [clock.nowMs(), clock.nowMs()]);
  }
  assert.match(entries[1]?.cause?.en ?? '', /refuse 30 of 31 lines/);
  assert.match(entries[3]?.cause?.ko ?? '', /레코드가 하나도 없습니다/);
  assert.equal(entries[0]?.cause, null);
});

test('the first reasons and warnings are told, fewer are kept, in every language; all are counted', async (t) => {
  const { log, take } = shop(t);
  const wrong = Array(PROBLEMS_KEPT_MAX + 7).fill({ kind: 'remove', itemId: 0 });
  const odd = Array.from({ length: 150 }, (_, at) => book(at + 1, '책', { pages: 'many' }));
  const report = await take(jsonLines([...wrong, ...odd]), { force: true });
  const [entry] = await log.list(1);
  assert.ok(entry !== undefined);
  const told = Array.from({ length: PROBLEMS_KEPT_MAX }, (_, at) => `${at + 1} itemId`);
  assert.deepEqual(placesOf(report.problems), told);
  assert.deepEqual([entry.problemCount, entry.warningCount], [wrong.length, report.warningCount]);
  assert.deepEqual(entry.problems, report.problems.slice(0, FINDINGS_LOGGED_MAX));
  assert.deepEqual(entry.warnings, report.warnings.slice(0, FINDINGS_LOGGED_MAX));
  assert.deepEqual(await log.find(entry.importId), entry);
  assert.equal(await log.find(entry.importId + 1), null);
});

test('an attempt is running while it runs, and unfinished when nobody completed it', async (t) => {
  const { log, path, clock } = shop(t);
  const transaction = await feedStoreOf(path, clock)({ source });
  const [running] = await log.list(1);
  assert.deepEqual([running?.outcome, running?.endedAtMs], ['running', null]);
  await transaction.rollback();
  // So it looks after a kill, too.
  assert.equal((await log.list(1))[0]?.outcome, 'unfinished');
});
