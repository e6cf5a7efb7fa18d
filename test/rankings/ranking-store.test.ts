import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Edition } from '../../src/rankings/edition.ts';
import { fc } from '../support/properties.ts';
import { publishLists, swapCells, swapItemIds } from './edition-content.ts';
import { rankingWorld } from './ranking-world.ts';

const PERIOD = 24_000;
const CELL = { categoryId: '001', sex: 'A', age: 255 } as const;
const EDITION: Edition = { kind: 'monthly', period: PERIOD, version: 1, untilDay: 0, publishedAtMs: 0 };

test('any page of any list is what is left when it is read as a whole, and ranks are counted without what is left out', async (t) => {
  const { store, dataDir } = rankingWorld(t);
  const lengths = fc.constantFrom(1, 2, 255, 256, 257, 511, 512, 513, 900);
  const ids = fc.oneof(
    fc.integer({ min: 1, max: 1_000_000 }),
    fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
  );
  let version = 0;
  await fc.assert(
    fc.asyncProperty(
      lengths.chain((length) => fc.uniqueArray(ids, { minLength: length, maxLength: length })),
      fc.array(fc.option(fc.integer({ min: -(2 ** 30), max: 2 ** 30 })), { minLength: 1, maxLength: 9 }),
      fc.array(fc.nat(1_000), { maxLength: 400 }),
      fc.array(fc.tuple(fc.nat(1_000), fc.integer({ min: 1, max: 400 })), { minLength: 3, maxLength: 3 }),
      async (itemIds, changes, gone, pages) => {
        const upDowns = itemIds.map((_, at) => changes[at % changes.length] ?? null);
        const edition = { ...EDITION, version: ++version, untilDay: version };
        await publishLists(dataDir, edition, [{ cell: CELL, itemIds, upDowns }]);
        const out = new Set(gone.map((at) => itemIds[at]));
        const leftOut = { isNothing: out.size === 0, has: (itemId: number) => out.has(itemId) };
        const left = itemIds.flatMap((id, at) => (out.has(id) ? [] : [[id, upDowns[at]] as const]));
        // The second time, what is left out is known.
        for (const [offset, count] of [...pages, [0, 1_000] as const, ...pages]) {
          const page = left.slice(offset, offset + count);
          const expected = {
            totalCount: left.length,
            itemIds: page.map(([id]) => id),
            upDowns: page.map(([, one]) => one),
          };
          assert.deepEqual(await store.readList(EDITION, CELL, leftOut, offset, count), expected);
        }
      },
    ),
    { numRuns: 60 },
  );
});

test('of days the last two stay, of realtime lists those of the last 24 hours', async (t) => {
  const { store, dataDir } = rankingWorld(t);
  for (const [kind, periods, kept] of [
    ['overall', [2_000, 2_001, 2_002], [[], [2_001], [2_002]]],
    ['realtime', [2_000, 2_001, 2_145], [[], [2_001], [2_145]]],
  ] as const) {
    for (const period of periods)
      await publishLists(dataDir, { ...EDITION, kind, period }, [
        { cell: CELL, itemIds: [period], upDowns: [null] },
      ]);
    assert.equal(await store.findEdition(kind, 2_000), null);
    const lists = await Promise.all(periods.map((period) => store.readList({ kind, period }, CELL)));
    assert.deepEqual(
      lists.map(({ itemIds }) => itemIds),
      kept,
    );
  }
});

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
