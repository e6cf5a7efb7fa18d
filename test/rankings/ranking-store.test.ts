import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { StoreUnavailableError } from '../../src/gate/store-unavailable-error.ts';
import type { Edition } from '../../src/rankings/edition.ts';
import { sessionsOf } from '../../src/rankings/run/ranking-session.ts';
import { LISTS_FILE } from '../../src/store/sqlite/database.ts';
import { testRankingStore } from '../contracts/rankings/ranking-store-contract.ts';
import { editionContent, publicationOf, publishLists, swapCells, swapItemIds } from './edition-content.ts';
import { rankingWorld } from './ranking-world.ts';

testRankingStore('sqlite', async (t) => {
  const { store, dataDir } = rankingWorld(t);
  return { store, publish: (edition, lists) => publishLists(dataDir, edition, lists) };
});

const PERIOD = 24_000;
const CELL = { categoryId: '001', sex: 'A', age: 255 } as const;
const EDITION: Edition = { kind: 'monthly', period: PERIOD, version: 1, untilDay: 0, publishedAtMs: 0 };

test('lists read while another process publishes are each of one edition, and never go back', async (t) => {
  const { store, dataDir } = rankingWorld(t);
  const child = join(import.meta.dirname, 'edition-swap-child.ts');
  const seen = new Set<number>();
  // On a busy machine a child may publish all of its editions between two reads; then another one goes on.
  for (let last = 20; seen.size <= 3; last += 20) {
    const publishing = spawn(
      process.execPath,
      [child, dataDir, String(PERIOD), String(last - 19), String(last)],
      { stdio: ['ignore', 'inherit', 'inherit'] },
    );
    t.after(() => publishing.kill());
    const exit = new Promise((resolve) => publishing.once('exit', resolve));
    while (publishing.exitCode === null) {
      let newest = (await store.findEdition('monthly', PERIOD))?.version ?? 0;
      for (const cell of newest === 0 ? [] : swapCells) {
        const { itemIds } = await store.readList(EDITION, cell);
        const version = (itemIds[0] ?? 0) / 1_000;
        assert.ok(version >= newest);
        assert.deepEqual(itemIds, swapItemIds(version));
        seen.add(version);
        newest = version;
      }
      // Lets the news of the child's end come in.
      await new Promise((resolve) => setImmediate(resolve));
    }
    assert.equal(await exit, 0);
    assert.equal((await store.findEdition('monthly', PERIOD))?.version, last);
  }
});

test('a damaged file is refused, and a run that was asked for makes another one', async (t) => {
  const { store, dataDir } = rankingWorld(t);
  await publishLists(dataDir, EDITION, [{ cell: CELL, itemIds: [4, 5, 6], upDowns: [1, 0, null] }]);
  const path = join(dataDir, LISTS_FILE);
  writeFileSync(path, readFileSync(path).fill(0xee));
  await assert.rejects(store.readList(EDITION, CELL), StoreUnavailableError);
  const open = sessionsOf(dataDir);
  await assert.rejects(open({ waitMs: 0, isChecked: false }));
  const session = await open({ waitMs: 0, isChecked: true });
  assert.ok(session !== null);
  session.writeEdition(editionContent(EDITION, [{ cell: CELL, itemIds: [9], upDowns: [null] }]));
  await session.publish(publicationOf(EDITION));
  await session.close();
  assert.deepEqual((await store.readList(EDITION, CELL)).itemIds, [9]);
});
