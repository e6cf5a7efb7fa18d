import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Edition } from '../../src/rankings/edition.ts';
import { fc } from '../support/properties.ts';
import { publishLists } from './edition-content.ts';
import { rankingWorld } from './ranking-world.ts';

const PERIOD = 24_000;
const CELL = { categoryId: '001', sex: 'A', age: 255 } as const;
const EDITION: Edition = { kind: 'monthly', period: PERIOD, version: 1, untilDay: 0, publishedAtMs: 0 };

test('any page of any list is what is left when it is read as a whole, and ranks are counted without what is left out', async (t) => {
  const { store, dataDir } = rankingWorld(t);
  const lengths = fc.constantFrom(1, 2, 255, 256, 257, 511, 512, 513, 900);
  const ids = fc.constantFrom(1_000_000, Number.MAX_SAFE_INTEGER).chain((max) => fc.integer({ min: 1, max }));
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
          const list = await store.readList(EDITION, CELL, leftOut, offset, count);
          assert.equal(list.totalCount, left.length);
          const page = list.itemIds.map((id, at) => [id, list.upDowns[at]]);
          assert.deepEqual(page, left.slice(offset, offset + count));
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
    for (const period of periods) {
      const list = { cell: CELL, itemIds: [period], upDowns: [null] };
      await publishLists(dataDir, { ...EDITION, kind, period }, [list]);
    }
    assert.equal(await store.findEdition(kind, 2_000), null);
    for (const [at, period] of periods.entries())
      assert.deepEqual((await store.readList({ kind, period }, CELL)).itemIds, kept[at]);
  }
});
