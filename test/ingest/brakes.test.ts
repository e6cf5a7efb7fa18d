import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { brakeReason, brakesOf } from '../../src/ingest/brakes.ts';
import { book } from '../support/small-shop.ts';
import { type FeedKit, feedKit } from './feed-kit.ts';
import { assertBilingual } from './sample-records.ts';

const shopOf = (firstId: number) =>
  Array.from({ length: 100 }, (_, at) => book(firstId + at, `책 ${at}`, { shopPrice: 10_000 }));
const shop = shopOf(1);
const removals = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ kind: 'remove', itemId: at + 1 }));
const repriced = (count: number) => shop.slice(0, count).map((one) => ({ ...one, salePrice: 7000 }));
const wrong = (count: number) => Array.from({ length: count }, () => ({ kind: 'remove', itemId: 0 }));
const same = (count: number) => shop.slice(-count);

/** What happens, the feed, the brakes that it meets. */
const feeds: readonly (readonly [string, readonly object[], readonly string[]])[] = [
  ['5 % removed pass', [...removals(5), ...same(40)], []],
  ['6 % removed are stopped', [...removals(6), ...same(40)], ['removed']],
  ['6 % removed by 19 lines pass', [...removals(6), ...same(13)], []],
  ['20 items removed by as many lines are stopped', removals(20), ['removed']],
  ['50 % repriced pass', repriced(50), []],
  ['51 % repriced are stopped', repriced(51), ['repriced']],
  ['10 % refused pass', [...same(45), ...wrong(5)], []],
  ['more than 10 % refused are stopped', [...same(44), ...wrong(5)], ['refused']],
  ['refusals among 19 lines pass', [...same(10), ...wrong(9)], []],
  [
    'all brakes at once',
    [...repriced(60), ...removals(10), ...wrong(10)],
    ['removed', 'repriced', 'refused'],
  ],
  ['an item that is removed and comes back was not removed', [...removals(30), ...shop.slice(0, 30)], []],
  ['items that are new have no price to change', shopOf(501), []],
];

for (const [title, feed, kinds] of feeds) {
  test(`${title}; force goes through`, async (t) => {
    const kit = await shopKit(t);
    const before = kit.dump();
    const report = await kit.import(feed);
    assert.deepEqual(
      report.brakes.map(({ kind }) => kind),
      kinds,
    );
    assert.equal(report.committed, kinds.length === 0);
    if (kinds.length === 0) return;
    assert.equal(kit.dump(), before);
    for (const brake of report.brakes) assertBilingual(brakeReason(brake));
    const forced = await kit.import(feed, { force: true });
    assert.deepEqual({ ...forced, committed: false }, report);
    assert.equal(forced.committed, true);
  });
}

async function shopKit(t: Parameters<typeof feedKit>[0]): Promise<FeedKit> {
  const kit = feedKit(t);
  assert.equal((await kit.import(shop)).committed, true);
  return kit;
}

test('a first load meets no brake but that of wrong lines', async (t) => {
  const report = await feedKit(t).import([...shop, ...wrong(11)]);
  assert.deepEqual(report.effect, { items: 0, removed: 0, repriced: 0 });
  assert.equal(report.committed, true);
  assert.deepEqual(
    (await feedKit(t).import([...shop, ...wrong(12)])).brakes.map(({ count, of }) => [count, of]),
    [[12, 112]],
  );
});

test('a brake is met exactly where its share is exceeded, from 20 lines or 20 items on', () => {
  const count = fc.integer({ min: 0, max: 200 });
  fc.assert(
    fc.property(count, count, count, count, count, (records, refused, items, removed, repriced) => {
      const kinds = brakesOf(records, refused, { items, removed, repriced }).map(({ kind }) => kind);
      const stops = (part: number, whole: number, share: number) =>
        (records >= 20 || part >= 20) && part > whole * share;
      assert.equal(kinds.includes('removed'), stops(removed, items, 0.05));
      assert.equal(kinds.includes('repriced'), stops(repriced, items, 0.5));
      assert.equal(kinds.includes('refused'), stops(refused, records, 0.1));
    }),
  );
});
