import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { importFeed } from '../../../../src/ingest/import-feed.ts';
import { createSqliteImportLog } from '../../../../src/store/sqlite/catalog/import-log.ts';
import { catalogFile } from './catalog-file.ts';

test('the log keeps how many lines were wrong and no text of any language, beside entries as they always were', async (t) => {
  const { clock, connect, feeds } = catalogFile(t);
  const db = connect();
  const counts = { added: 0, changed: 0, unchanged: 0, late: 0 };
  const summary = {
    category: { ...counts, added: 3 },
    author: counts,
    item: counts,
    remove: counts,
    sale: counts,
    cancel: counts,
  };
  db.prepare(`
    INSERT INTO import_log (name, actor, started_at_ms, ended_at_ms, lines, problem_count, summary)
    VALUES ('before.jsonl', 'command', 1000, 2000, 5, 2, ?)`).run(JSON.stringify(summary));
  const { problems } = await importFeed({
    store: feeds,
    input: Readable.from([Buffer.from('{"kind":"remove","itemId":0}\n')]),
    clock,
    source: { name: 'now.jsonl', actor: 'account:1' },
    strict: false,
    dryRun: false,
  });
  const now = {
    name: 'now.jsonl',
    actor: 'account:1',
    startedAtMs: clock.nowMs(),
    endedAtMs: clock.nowMs(),
    lines: 1,
    problemCount: 1,
    summary: { ...summary, category: counts },
  };
  const before = {
    name: 'before.jsonl',
    actor: 'command',
    startedAtMs: 1000,
    endedAtMs: 2000,
    lines: 5,
    problemCount: 2,
    summary,
  };
  assert.deepEqual(await createSqliteImportLog(db).list(10), [now, before]);
  const kept = JSON.stringify(db.prepare('SELECT * FROM import_log').all());
  assert.equal(problems.length, 1);
  for (const { reason } of problems) {
    for (const text of [reason.en, reason.ko]) assert.ok(!kept.includes(text), text);
  }
});
