import assert from 'node:assert/strict';
import { cpSync, createReadStream, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { importFeed } from '../../src/ingest/import-feed.ts';
import { CATALOG_FILE } from '../../src/store/sqlite/database.ts';
import { openRankingWorld, type RankingWorld } from '../rankings/ranking-world.ts';
import { feedStoreOf } from '../support/feed-store.ts';
import { fixedClock } from '../support/fixed-clock.ts';
import { jsonLines } from '../support/json-lines.ts';
import { spawnProgram } from '../support/program.ts';
import { book, hong, sales, smallShop } from '../support/small-shop.ts';
import { tempDir } from '../support/temp-dir.ts';

const FIRST = '2026-11-20T12:00:00+09:00';
const NOW = '2026-11-21T12:00:00+09:00';

/** Kills by what the process was doing, each at another step; the last steps of a stage are among them. */
const KILLS = { intake: 5, tally: 6, publication: 7 } as const;
type Stage = keyof typeof KILLS;

test('kill -9 at 18 steps of intake, tally and publication loses and mixes nothing, and a restart completes', async (t) => {
  const folder = tempDir(t);
  const base = join(folder, 'base');
  const feed = join(folder, 'sales.jsonl');
  const copy = (name: string): string => {
    const dataDir = join(folder, name);
    cpSync(base, dataDir, { recursive: true });
    return dataDir;
  };
  await withWorld(base, async (world) => {
    writeFileSync(feed, jsonLines(smallShop));
    await importAndRank(world, feed, FIRST);
  });
  writeFileSync(feed, jsonLines(SECOND_FEED));

  const undisturbed = copy('undisturbed');
  const steps = (await runChild(undisturbed, feed, 0)).output.trimEnd().split('\n');
  const before = await withWorld(base, dump);
  const after = await withWorld(undisturbed, dump);
  for (const part of ['ledger', 'lists', 'recorded'] as const) assert.notEqual(before[part], after[part]);

  const { ranges, imported, published, recorded } = stagesOf(steps);
  const killAt = async (stage: Stage, step: number) => {
    const hint = `${stage}, before step ${step} of ${steps.length}: ${steps[step - 1]}`;
    const dataDir = copy(`killed-${step}`);
    const { signal } = await runChild(dataDir, feed, step);
    assert.equal(signal, 'SIGKILL', hint);
    await withWorld(dataDir, async (world) => {
      const found = await dump(world);
      assert.equal(found.integrity, 'ok,ok', hint);
      assert.equal(found.ledger, step <= imported ? before.ledger : after.ledger, hint);
      assert.equal(found.lists, step <= published ? before.lists : after.lists, hint);
      assert.equal(found.recorded, step <= recorded ? before.recorded : after.recorded, hint);
      await importAndRank(world, feed, NOW);
      assert.deepEqual(await dump(world), after, `${hint}, restarted`);
    });
    rmSync(dataDir, { recursive: true });
  };
  const points = (Object.keys(KILLS) as Stage[]).flatMap((stage) =>
    spread(ranges[stage], KILLS[stage]).map((step) => ({ stage, step })),
  );
  const waiting = points.values();
  const killNext = async () => {
    for (const { stage, step } of waiting) await killAt(stage, step);
  };
  await Promise.all([killNext(), killNext(), killNext()]);
});

async function runChild(dataDir: string, feed: string, step: number) {
  const words = ['test/bin/kill-child.ts', dataDir, feed, NOW, String(step)];
  const { child, exit, stdout } = spawnProgram(process.execPath, words, {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await exit;
  return { output: stdout(), signal: child.signalCode };
}

interface Range {
  readonly from: number;
  readonly to: number;
}

/** The steps of each stage, and those that commit the import, the lists, and the catalogue's record of them. */
function stagesOf(steps: readonly string[]) {
  const next = (name: string, after: number) => steps.indexOf(name, after) + 1;
  const lastSale = steps.findLastIndex((name) => name.startsWith('INSERT INTO sale '));
  const lastEdition = steps.findLastIndex((name) => name.startsWith('INSERT INTO edition '));
  assert.ok(
    lastSale >= 0 && lastEdition > lastSale,
    'the steps of the process are others than this test knows',
  );
  const imported = next('COMMIT', lastSale);
  const published = next('COMMIT', lastEdition);
  const recorded = next('COMMIT', published);
  const ranges: Record<Stage, Range> = {
    intake: { from: 1, to: imported },
    tally: { from: imported + 1, to: published },
    publication: { from: published + 1, to: recorded },
  };
  return { ranges, imported, published, recorded };
}

/** Different steps of a range, the last one among them. */
function spread({ from, to }: Range, count: number): number[] {
  assert.ok(to - from + 1 >= count, `only ${to - from + 1} steps`);
  return Array.from({ length: count }, (_, at) => to - Math.floor((at * (to - from)) / (count - 1)));
}

async function importAndRank(world: RankingWorld, feed: string, now: string): Promise<void> {
  const clock = fixedClock(now);
  const store = feedStoreOf(join(world.dataDir, CATALOG_FILE), clock);
  const input = createReadStream(feed);
  const { problems } = await importFeed({ store, input, clock, strict: false, dryRun: false });
  assert.deepEqual(problems, []);
  await world.rank(clock);
}

async function withWorld<T>(dataDir: string, work: (world: RankingWorld) => Promise<T>): Promise<T> {
  const world = openRankingWorld(dataDir);
  try {
    return await work(world);
  } finally {
    world.close();
  }
}

async function dump(world: RankingWorld) {
  const { db } = world;
  using listsFile = new DatabaseSync(world.listsPath, { readOnly: true });
  const all = (sql: string, file = db) => file.prepare(sql).all();
  const ledger = [
    all('SELECT * FROM sale ORDER BY order_no, line_no'),
    all('SELECT * FROM sale_return ORDER BY order_no, line_no'),
    all('SELECT item_id, data, sale_price, title FROM item ORDER BY item_id'),
    all('SELECT * FROM category ORDER BY category_id'),
  ];
  const recorded = [
    [...world.salePoints()].sort(([a], [b]) => a - b),
    all('SELECT month, counted_until, counted_revision FROM sale_month ORDER BY month'),
    all('SELECT tallied_until, tallied_at_ms, tallied_revision FROM catalog_state'),
  ];
  const lists = [
    all('SELECT kind, period, until_day FROM edition ORDER BY kind, period', listsFile),
    all('SELECT * FROM list ORDER BY kind, period, cell, category_id, chunk', listsFile),
  ];
  const integrity = [db, listsFile].map((file) => all('PRAGMA integrity_check', file)[0]?.integrity_check);
  return {
    ledger: JSON.stringify(ledger),
    lists: JSON.stringify(lists),
    recorded: JSON.stringify(recorded),
    integrity: integrity.join(),
  };
}

/** Sales of the open month, a late one of a closed month, a cancellation, another price, title and category name. */
const SECOND_FEED = [
  ...sales('2026-11-19', 1004, ['F34', 'M20', 'F61', '']),
  ...sales('2026-11-20', 1003, ['F34', 'M45']),
  ...sales('2026-10-08', 1003, ['F34']),
  { kind: 'cancel', orderId: '2026-11-02-1001', lineNo: 1 },
  book(1001, '홍길동전', { ...hong, salePrice: 8000 }),
  book(1002, '다시 붙인 제목', { isbn13: '9791199900011', publishDate: '2026-11-01' }),
  { kind: 'category', categoryId: '001001', categoryName: '다시 붙인 이름', parentId: '001' },
];
