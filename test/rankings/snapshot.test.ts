import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { editionCell } from '../../src/rankings/edition-cells.ts';
import { AGES, type Edition, SEXES } from '../../src/rankings/ranking-store.ts';
import { cellIndex } from '../../src/rankings/segments.ts';
import { encodeSnapshot } from '../../src/rankings/snapshot/encode-snapshot.ts';
import { openSnapshot, SnapshotDamaged } from '../../src/rankings/snapshot/snapshot.ts';
import { editionContent, type GivenList } from './edition-content.ts';

const EDITION: Edition = {
  kind: 'monthly',
  period: 24_322,
  version: 3,
  untilDay: 20_777,
  publishedAtMs: 1_795_000_000_000,
};

function encode(lists: readonly GivenList[]): Buffer<ArrayBuffer> {
  return Buffer.concat(encodeSnapshot(editionContent(EDITION, lists)));
}

function open(bytes: Buffer<ArrayBuffer>) {
  return openSnapshot((position, length) => bytes.subarray(position, position + length));
}

const list = (
  categoryId: string,
  itemIds: readonly number[],
  upDowns: readonly (number | null)[],
): GivenList => ({
  cell: { categoryId, sex: 'F', age: 30 },
  itemIds,
  upDowns,
});

const givenLists: fc.Arbitrary<GivenList[]> = fc.uniqueArray(
  fc
    .record({
      categoryId: fc.constantFrom('001', '소설', ''),
      sex: fc.constantFrom(...SEXES),
      age: fc.constantFrom(...AGES),
      entries: fc.uniqueArray(
        fc.tuple(
          fc.oneof(
            fc.integer({ min: 1, max: 70_000 }),
            fc.integer({ min: 2 ** 31, max: 2 ** 33 }),
            fc.maxSafeNat(),
          ),
          fc.option(fc.integer({ min: -999, max: 999 })),
        ),
        { selector: ([itemId]) => itemId, maxLength: 20 },
      ),
    })
    .map(({ entries, ...cell }) => ({
      cell,
      itemIds: entries.map(([itemId]) => itemId),
      upDowns: entries.map(([, change]) => change),
    })),
  { selector: ({ cell }) => `${cell.categoryId} ${cell.sex} ${cell.age}`, maxLength: 12 },
);

test('what is written is read back: every list of every cell, item numbers up to 2^53, every rank change', () => {
  fc.assert(
    fc.property(givenLists, (lists) => {
      const snapshot = open(encode(lists));
      snapshot.verify();
      assert.deepEqual(snapshot.edition, EDITION);
      for (const categoryId of ['001', '소설', '', 'never given']) {
        for (const sex of SEXES) {
          for (const age of AGES) {
            const cell = { categoryId, sex, age };
            const given = lists.find((one) => JSON.stringify(one.cell) === JSON.stringify(cell));
            const { itemIds, upDowns } = given ?? { itemIds: [], upDowns: [] };
            const at = editionCell(EDITION, cell);
            assert.deepEqual(snapshot.readList(at, categoryId), { itemIds, upDowns });
            const category = snapshot.categoryIds.indexOf(categoryId);
            if (category < 0) continue;
            const { start, itemIds: ofCell } = snapshot.readCell(at);
            assert.deepEqual([...ofCell.subarray(start[category], start[category + 1])], itemIds);
          }
        }
      }
      assert.deepEqual(snapshot.readDays(), {
        itemIds: Float64Array.of(7),
        start: Uint32Array.of(0, 1),
        codes: Uint16Array.of(3),
        copies: Uint32Array.of(2),
      });
    }),
    { numRuns: 200 },
  );
});

test('a change of any single byte is found', () => {
  const whole = encode([list('001', [5, 4, 3], [1, null, -1]), list('002', [9], [0])]);
  for (let at = 0; at < whole.length; at++) {
    const damaged = Buffer.from(whole);
    damaged[at] = (damaged[at] ?? 0) ^ 0x10;
    assert.throws(() => open(damaged).verify(), SnapshotDamaged, `byte ${at}`);
  }
});

test('a file cut off anywhere is found', () => {
  const whole = encode([list('001', [5, 4, 3], [1, null, -1])]);
  for (let length = 0; length < whole.length; length++) {
    assert.throws(() => open(whole.subarray(0, length)).verify(), SnapshotDamaged, `${length} bytes`);
  }
});

test('a damaged list is refused when it is read, and the others are still read', () => {
  const whole = encode([list('001', [5, 4], [1, null]), list('002', [9], [0])]);
  const damaged = Buffer.from(whole);
  const at = damaged.indexOf(Buffer.from(Uint16Array.of(9, 0, 0).buffer));
  damaged[at] = 8;
  const snapshot = open(damaged);
  assert.throws(() => snapshot.readList(cellIndex('F', 30), '002'), SnapshotDamaged);
  assert.deepEqual(snapshot.readList(cellIndex('F', 30), '001').itemIds, [5, 4]);
});
