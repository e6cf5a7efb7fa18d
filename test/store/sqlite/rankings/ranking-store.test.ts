import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { StoreUnavailableError } from '../../../../src/gate/store-unavailable-error.ts';
import type { Edition } from '../../../../src/rankings/ranking-store.ts';
import { EDITIONS_FOLDER, editionFile } from '../../../../src/store/files/edition-files.ts';
import { CATALOG_FILE, openDatabase } from '../../../../src/store/sqlite/database.ts';
import { createSqliteRankingStore } from '../../../../src/store/sqlite/rankings/ranking-store.ts';
import { testRankingStore } from '../../../contracts/rankings/ranking-store-contract.ts';
import { rankingWorld } from '../../../rankings/ranking-world.ts';
import { publishLists } from './edition-fixture.ts';
import { swapCells, swapItemIds } from './edition-swap.ts';

testRankingStore('sqlite', async (t) => {
  const { store, db, dataDir } = rankingWorld(t);
  return { store, publish: async (edition, lists) => publishLists(db, dataDir, edition, lists) };
});

const PERIOD = 24_000;
const CELL = { categoryId: '001', sex: 'A', age: 255 } as const;
const LIST = { cell: CELL, itemIds: [4, 5, 6], upDowns: [1, 0, null] };

function edition(version: number): Edition {
  return { kind: 'monthly', period: PERIOD, version, untilDay: 0, publishedAtMs: 0 };
}

/** Arguments of a process that publishes editions one after the other. */
function swapArguments(dataDir: string, first: number, last: number): string[] {
  const child = join(import.meta.dirname, 'edition-swap-child.ts');
  return [child, dataDir, String(PERIOD), String(first), String(last)];
}

test('lists read while editions are swapped are each of one edition, the one asked for', async (t) => {
  const { store, db, dataDir } = rankingWorld(t);
  const lists = swapCells.map((cell) => ({
    cell,
    itemIds: swapItemIds(1),
    upDowns: swapItemIds(1).map(() => null),
  }));
  publishLists(db, dataDir, edition(1), lists);
  const first = await store.findEdition('monthly', PERIOD);
  assert.ok(first);
  const seen = new Set<number>();
  // On a busy machine a child may publish all of its editions between two reads; then another one goes on.
  for (let last = 60; seen.size <= 3; last += 59) {
    const child = spawn(process.execPath, swapArguments(dataDir, last - 58, last), {
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    t.after(() => child.kill());
    const exit = new Promise((resolve) => child.once('exit', resolve));
    while (child.exitCode === null) {
      const current = await store.findEdition('monthly', PERIOD);
      assert.ok(current);
      seen.add(current.version);
      for (const cell of swapCells) {
        assert.deepEqual((await store.readList(current, cell)).itemIds, swapItemIds(current.version));
        assert.deepEqual((await store.readList(first, cell)).itemIds, swapItemIds(1));
      }
      // Lets the news of the child's end come in.
      await new Promise((resolve) => setImmediate(resolve));
    }
    assert.equal(await exit, 0);
    assert.equal((await store.findEdition('monthly', PERIOD))?.version, last);
  }
});

test("an edition that another process replaces twice between finding and opening it isn't a failure", async (t) => {
  const { db, dataDir } = rankingWorld(t);
  publishLists(db, dataDir, edition(1), [LIST]);
  const reading = openDatabase(join(dataDir, CATALOG_FILE), { busyTimeoutMs: 0 });
  t.after(() => reading.close());
  let publications = 0;
  const prepare = reading.prepare.bind(reading);
  // Right after the pointers were read for the first time, two editions follow within the same turn of the event
  // loop, so that what was read has no file any more.
  reading.prepare = (sql) => {
    const statement = prepare(sql);
    if (!sql.includes('FROM edition')) return statement;
    const all = statement.all.bind(statement);
    statement.all = () => {
      const rows = all();
      if (publications++ === 0) {
        const { status } = spawnSync(process.execPath, swapArguments(dataDir, 2, 3), { stdio: 'inherit' });
        assert.equal(status, 0);
      }
      return rows;
    };
    return statement;
  };
  const store = createSqliteRankingStore({ db: reading, directory: join(dataDir, EDITIONS_FOLDER) });
  t.after(() => store.close());
  const found = await store.findEdition('monthly', PERIOD);
  assert.equal(found?.version, 3);
  const [cell] = swapCells;
  assert.ok(cell);
  assert.deepEqual((await store.readList(found, cell)).itemIds, swapItemIds(3));
});

test('two versions stay on disk, the one in force and the one before', (t) => {
  const { db, dataDir } = rankingWorld(t);
  for (const version of [1, 2, 3, 4]) publishLists(db, dataDir, edition(version), [LIST]);
  assert.deepEqual(readdirSync(join(dataDir, EDITIONS_FOLDER)).sort(), [
    editionFile(edition(3)),
    editionFile(edition(4)),
  ]);
});

test('files of a run that died are deleted by the next publication', (t) => {
  const { db, dataDir } = rankingWorld(t);
  const folder = join(dataDir, EDITIONS_FOLDER);
  publishLists(db, dataDir, edition(1), [LIST]);
  const orphans = [
    editionFile(edition(7)),
    `${editionFile(edition(2))}.tmp`,
    editionFile({ ...edition(1), period: PERIOD + 1 }),
  ];
  for (const name of orphans) writeFileSync(join(folder, name), 'half a file');
  writeFileSync(join(folder, 'note.txt'), 'not ours');
  publishLists(db, dataDir, edition(2), [LIST]);
  assert.deepEqual(
    readdirSync(folder).sort(),
    [editionFile(edition(1)), editionFile(edition(2)), 'note.txt'].sort(),
  );
});

test("the file of another edition under an edition's name is refused", async (t) => {
  const { store, db, dataDir } = rankingWorld(t);
  const folder = join(dataDir, EDITIONS_FOLDER);
  publishLists(db, dataDir, edition(1), [LIST]);
  publishLists(db, dataDir, edition(2), [LIST]);
  writeFileSync(join(folder, editionFile(edition(2))), readFileSync(join(folder, editionFile(edition(1)))));
  await assert.rejects(store.readList(edition(2), CELL), StoreUnavailableError);
});

test('more months than files may stay open are all answered', async (t) => {
  const { store, db, dataDir } = rankingWorld(t);
  for (let month = 0; month < 70; month++) {
    publishLists(db, dataDir, { ...edition(1), period: PERIOD + month }, [
      { ...LIST, itemIds: [month + 1], upDowns: [null] },
    ]);
  }
  const ranks = await store.listRanksOfItem(70, '001');
  assert.deepEqual(ranks, [{ month: PERIOD + 69, rank: 1 }]);
  assert.deepEqual((await store.readList(edition(1), CELL)).itemIds, [1]);
});
