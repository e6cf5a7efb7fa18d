import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brakeReason, brakesOf } from '../../src/ingest/brakes.ts';
import { fc } from '../support/properties.ts';
import { book } from '../support/small-shop.ts';
import type { Cleanup } from '../support/temp-dir.ts';
import { type FeedKit, feedKit, metOf } from './feed-kit.ts';
import { assertBilingual } from './sample-records.ts';

const shopOf = (firstId: number, count = 100, more: object = {}) =>
  Array.from({ length: count }, (_, at) => book(firstId + at, `책 ${at}`, { shopPrice: 10_000, ...more }));
const shop = shopOf(1);
/** Records that change the first items of the shop. */
const changed = (count: number, change: object) => shop.slice(0, count).map((one) => ({ ...one, ...change }));
const removals = (count: number) => shop.slice(0, count).map(({ itemId }) => ({ kind: 'remove', itemId }));
const repriced = (count: number) => changed(count, { salePrice: 7000 });
const wrong = (count: number) => Array.from({ length: count }, () => ({ kind: 'remove', itemId: 0 }));
const same = (count: number) => shop.slice(-count);

const priced = (count: number, price: number) => changed(count, { shopPrice: price, salePrice: price });
const TITLES = ['소년이 온다', 'Harry Potter', '토지'];
const titled = (one: object, at: number) => ({ ...one, title: TITLES[at % 3] });
const unread = (field: string, count: number) => changed(count, { [field]: '문의' });
const discounted = (count: number, salePrice: number) => shopOf(2000 + salePrice, count, { salePrice });
const equal = same(40).map((one) => ({ ...one, shopPrice: 9_000 }));
const isbn = (count: number) => same(count).map((one) => ({ ...one, isbn10: '8936434594' }));
const ofOneName = (count: number) =>
  shopOf(4001, count, { itemId: undefined, isbn13: '9788936434120' }).map(titled);
const orders = (count: number, itemId: number) =>
  Array.from({ length: count }, (_, at) => ({
    ...{ kind: 'sale', orderId: `${itemId}-${at}`, lineNo: 1, itemId, quantity: 1 },
    soldAt: '2026-11-20',
  }));

/** The feed, and the brakes that it meets: how many of how many. */
const feeds: readonly (readonly [title: string, feed: readonly object[], ...met: string[]])[] = [
  ['6 % removed', [...removals(6), ...same(40)], 'removed 6 of 100'],
  ['51 % repriced', repriced(51), 'repriced 51 of 100'],
  ['more than 10 % refused', [...same(44), ...wrong(5)], 'refused 5 of 49'],
  [
    'all at once',
    [...repriced(60), ...removals(10), ...wrong(10)],
    ...['removed 10 of 100', 'repriced 60 of 100', 'refused 10 of 80'],
  ],
  ['items that are removed and come back', [...removals(30), ...shop.slice(0, 30)]],
  ['more than half', [...priced(11, 1_000_000), ...same(10)], 'fileRepriced 11 of 21'],
  ['a sale of all the items of a file', priced(30, 5_000)],
  ['all the items of a file for a third of the price', priced(30, 3_000), 'fileRepriced 30 of 30'],
  ['a first price', shopOf(1000, 100, { shopPrice: 0 })],
  ['more than 10 % other titles', [...shop.slice(0, 3).map(titled), ...same(18)], 'retitled 3 of 21'],
  ['more than half of the catalogue sold out', changed(51, { itemStatus: '품절' }), 'restatused 51 of 100'],
  [
    'more than half of a file in another category',
    [...changed(11, { categoryIds: ['002'] }), ...same(10)],
    'recategorised 11 of 21',
  ],
  [
    'more than half of new items above the list price, equal prices aside',
    [...discounted(11, 11_000), ...discounted(10, 9_000), ...equal],
    'swappedPrices 11 of 21',
  ],
  ['more than 10 % unreadable prices', [...unread('shopPrice', 3), ...same(18)], 'unreadPrices 3 of 21'],
  ['more than 10 % unreadable ISBNs', [...unread('isbn10', 3), ...isbn(18)], 'unreadIsbns 3 of 21'],
  [
    'more than 10 % unreadable categories',
    [...changed(3, { categoryIds: ['001', '국내 도서'] }), ...same(18)],
    'unreadCategories 3 of 21',
  ],
  [
    'more than 10 % unreadable dates',
    [...unread('publishDate', 3), ...same(18).map((one) => ({ ...one, publishDate: '2024' }))],
    'unreadDates 3 of 21',
  ],
  [
    'records that leave out their prices',
    [...shopOf(501, 18), ...shopOf(3001, 20, { shopPrice: undefined, salePrice: undefined })],
  ],
  ['one ISBN for several titles', [...same(20), ...ofOneName(4)], 'sharedKeys 3 of 24'],
  ['a tenth of a file', [...shop, ...shop, ...ofOneName(20)]],
  ['many of them, however large the file is', [...shop, ...shop, ...ofOneName(21)], 'sharedKeys 20 of 221'],
  [
    'order lines of which more than half name nothing',
    [...orders(11, 999_999), ...orders(10, 1)],
    'unknownGoods 11 of 21',
  ],
];

for (const [title, feed, ...wanted] of feeds) {
  test(`${title}: ${wanted.length === 0 ? 'passes' : `${wanted} until it is forced`}`, async (t) => {
    const kit = await shopKit(t);
    const before = kit.dump();
    const report = await kit.import(feed);
    assert.deepEqual(metOf(report), wanted);
    assert.equal(report.committed, wanted.length === 0);
    if (wanted.length === 0) return;
    assert.equal(kit.dump(), before);
    for (const brake of report.brakes) assertBilingual(brakeReason(brake));
    const forced = await kit.import(feed, { force: true });
    assert.deepEqual({ ...forced, committed: false }, report);
    assert.equal(forced.committed, true);
  });
}

async function shopKit(t: Cleanup): Promise<FeedKit> {
  const kit = feedKit(t);
  assert.equal((await kit.import(shop)).committed, true);
  return kit;
}

test('a first load meets no brake but that of wrong lines', async (t) => {
  const report = await feedKit(t).import([...shop, ...wrong(11)]);
  assert.deepEqual(report.effect, { items: 0, removed: 0, repriced: 0 });
  assert.equal(report.committed, true);
  assert.deepEqual(metOf(await feedKit(t).import([...shop, ...wrong(12)])), ['refused 12 of 112']);
});

const KINDS = {
  ...{ removed: 5, sourceRemoved: 5, repriced: 50, restatused: 50, refused: 10 },
  ...{ fileRepriced: 50, retitled: 10, recategorised: 50, swappedPrices: 50, repeatedOrders: 10 },
  ...{ unreadPrices: 10, unreadIsbns: 10, unreadCategories: 10, unreadDates: 10 },
  ...{ withoutPrice: 10, sharedKeys: 10, unknownGoods: 50 },
};
/** Of the whole catalogue, of a source, or of all lines. */
const OF_ALL = ['removed', 'sourceRemoved', 'repriced', 'restatused', 'refused'];

test('a brake is met exactly where its share is exceeded, from 20 lines or 20 items on', () => {
  const number = fc.integer({ min: 0, max: 200 });
  const share = fc.record({ count: number, of: number, examples: fc.constant([]) });
  const kinds = Object.keys(KINDS) as (keyof typeof KINDS)[];
  const ofEach = Object.fromEntries(kinds.map((kind) => [kind, share]));
  const shares = fc.record(ofEach as Record<keyof typeof KINDS, typeof share>);
  fc.assert(
    fc.property(shares, (given) => {
      const lines = given.refused.of;
      const wanted = kinds.filter((kind) => {
        const { count, of } = given[kind];
        const isMany = OF_ALL.includes(kind) ? lines >= 20 || count >= 20 : of >= 20;
        return isMany && (count / of > KINDS[kind] / 100 || (kind === 'sharedKeys' && count >= 20));
      });
      const met = brakesOf(given);
      const said = wanted.filter((kind) => kind !== 'sourceRemoved' || !wanted.includes('removed'));
      assert.deepEqual(met.map(({ kind }) => kind).sort(), said.sort());
      for (const brake of met) {
        const text = brakeReason(brake).en;
        const percent = Number(/\(([\d.]+|Infinity)%; up to ([\d.]+)% pass\)$/.exec(text)?.[1]);
        assert.ok(percent > brake.percentMax, `${text}: looks like a share that passes`);
      }
    }),
  );
});

test('a brake says what it saw, with three examples', async (t) => {
  const kit = await shopKit(t);
  const dear = await kit.import(changed(30, { shopPrice: 1_000_000 }));
  assert.deepEqual([metOf(dear), dear.brakes[0]?.factor], [['fileRepriced 30 of 30'], 100]);
  const told = dear.brakes[0]?.examples.map(({ en }) => en);
  assert.deepEqual(
    told,
    [0, 1, 2].map((at) => `${at + 1} “책 ${at}” 10000/9000 → 1000000/9000`),
  );
  const unread = await kit.import([...same(20), ...same(40).map((one) => ({ ...one, shopPrice: '문의' }))]);
  const reasons = unread.brakes.map((brake) => brakeReason(brake).ko).join();
  assert.match(reasons, /60.*40.*66\.7%.* 21: shopPrice: .*; 23: /);
});
