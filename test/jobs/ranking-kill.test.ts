import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { cpSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { parseKstDay, parseKstMonth } from '../../src/clock.ts';
import { AGES, EDITION_KINDS, SEXES } from '../../src/rankings/ranking-store.ts';
import { EDITIONS_FOLDER } from '../../src/store/files/edition-files.ts';
import {
  openRankingWorld,
  type RankingWorld,
  rankItem,
  rankingWorld,
  saleLine,
} from '../rankings/ranking-world.ts';
import { fixedClock } from '../support/fixed-clock.ts';
import { tempDir } from '../support/temp-dir.ts';

/** All six months are still open at this moment, so that every run counts all of them. */
const NOW = '2026-01-01T12:00:00+09:00';
const MONTHS = ['2026-01', '2026-02', '2026-03', '2026-04', '2026-05', '2026-06'];
const UNTIL = parseKstDay('2026-06-30') ?? 0;
const CATEGORIES = ['c0', 'c1', 'c2'];
const ITEMS = Array.from({ length: 300 }, (_, at) =>
  rankItem({ itemId: at + 1, categoryIds: [`c${at % 3}`, `c${(at >> 2) % 3}`] }),
);

/** Sells in every month; the round decides which items lead, so that each round changes every month's lists. */
function sell(world: RankingWorld, round: number): void {
  world.write(fixedClock(NOW), (ledger) => {
    for (const month of MONTHS) {
      for (let order = 0; order < 700; order++) {
        const result = ledger.addSale(
          saleLine({
            soldAt: `${month}-${String((order % 28) + 1).padStart(2, '0')}T12:00:00+09:00`,
            orderId: `${month}/${round}/${order}`,
            itemId: ((order * (round + 3)) % (20 + round)) + 1 + round,
            sex: order % 2 === 0 ? 'F' : 'M',
            age: order % 70,
          }),
        );
        assert.equal(result, 'added');
      }
    }
  });
}

/** Everything that can be read: every list of every month, the latest list of every kind, and the sales indices. */
async function dump(world: RankingWorld): Promise<string> {
  const all: unknown[] = [[...world.salePoints()].sort(([a], [b]) => a - b)];
  for (const month of MONTHS) {
    const edition = await world.store.findEdition('monthly', parseKstMonth(month) ?? 0);
    assert.ok(edition, month);
    for (const categoryId of CATEGORIES) {
      for (const sex of SEXES) {
        for (const age of AGES) all.push(await world.store.readList(edition, { categoryId, sex, age }));
      }
    }
  }
  for (const kind of EDITION_KINDS) {
    const edition = await world.store.findLatestEdition(kind);
    for (const categoryId of CATEGORIES) {
      const cell = { categoryId, sex: 'A', age: 255 } as const;
      all.push([kind, edition?.period, edition && (await world.store.readList(edition, cell))]);
    }
  }
  return JSON.stringify(all);
}

/** Starts a run and kills it when it has counted `months` months; 0 = as soon as it is started. */
async function runAndKill(
  dataDir: string,
  months: number,
): Promise<{ signal: string | null; ended: boolean }> {
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, 'ranking-kill-child.ts'), dataDir, NOW, String(UNTIL), String(months)],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const closed = new Promise<string | null>((resolve) =>
    child.once('close', (_code, signal) => resolve(signal)),
  );
  if (months === 0) child.kill('SIGKILL');
  const ended = (await text(child.stdout)) !== '';
  return { signal: await closed, ended };
}

test('kill -9 at any point of a run leaves the lists of the last run or of this one, whole', async (t) => {
  const world = rankingWorld(t);
  world.putItems(ITEMS);
  sell(world, 0);
  await world.rank(fixedClock(NOW), { untilDay: UNTIL });
  const copies = tempDir(t);
  let kills = 0;
  let unpublished = 0;
  for (let round = 1; round <= 7; round++) {
    sell(world, round);
    const before = await dump(world);
    const after = await dumpOfCompleteRun(world, join(copies, String(round)));
    assert.notEqual(before, after);
    const { signal, ended } = await runAndKill(world.dataDir, round % 7);
    if (signal === 'SIGKILL' && !ended) kills++;
    const left = await dump(world);
    assert.ok(left === before || left === after, `round ${round}: a mixture of two runs`);
    if (left === before) unpublished++;
  }
  assert.equal(kills, 7);
  assert.ok(unpublished >= 5, `${unpublished} runs were killed before they published`);

  const expected = await dumpOfCompleteRun(world, join(copies, 'last'));
  await world.rank(fixedClock(NOW), { untilDay: UNTIL });
  assert.equal(await dump(world), expected);
  const left = readdirSync(join(world.dataDir, EDITIONS_FOLDER)).filter((name) => name.startsWith('monthly'));
  assert.deepEqual(
    left.filter((name) => name.endsWith('.tmp')),
    [],
  );
  assert.ok(left.length <= MONTHS.length * 2, left.join());
});

/** What a run that nobody disturbs publishes, found on a copy of the data folder. */
async function dumpOfCompleteRun(world: RankingWorld, directory: string): Promise<string> {
  world.db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  cpSync(world.dataDir, directory, { recursive: true });
  const copy = openRankingWorld(directory);
  try {
    await copy.rank(fixedClock(NOW), { untilDay: UNTIL });
    return await dump(copy);
  } finally {
    copy.close();
  }
}
