import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '../support/properties.ts';
import { book } from '../support/small-shop.ts';
import { dumpTables, type FeedKit, feedKit, metOf, placesOf } from './feed-kit.ts';
import { check, fullItem } from './sample-records.ts';

const titlesIn = (kit: FeedKit) =>
  Object.fromEntries(kit.rows('SELECT item_id, title FROM item').map(Object.values));

const ISBN = { isbn13: '9788936434595' };
const rec = (number: number) => ({ externalId: `rec-${number}` });
/** A book without a number. */
const named = (name: object, title: string) => ({ ...book(1, title), itemId: undefined, ...name });
const sold = (name: object, orderId: string) => ({
  ...{ kind: 'sale', orderId, lineNo: 1, quantity: 1, soldAt: '2026-11-20T10:00:00+09:00' },
  ...name,
});

test('a name gets the next free number and keeps it for ever', async (t) => {
  const kit = feedKit(t);
  await kit.import([book(7, '일곱'), named(rec(1), '하나'), named(ISBN, '둘')]);
  assert.deepEqual(titlesIn(kit), { 7: '일곱', 8: '하나', 9: '둘' });
  const removals = [rec(1), ISBN].map((name) => ({ kind: 'remove', ...name }));
  await kit.import(removals, { force: true });
  assert.deepEqual(titlesIn(kit), { 7: '일곱' });
  await kit.import([named(rec(2), '셋'), named(ISBN, '둘 새 판'), named(rec(1), '하나 새 판')]);
  assert.deepEqual(titlesIn(kit), { 7: '일곱', 8: '하나 새 판', 9: '둘 새 판', 10: '셋' });
});

test('number, external id and ISBN name one item; another number is refused', async (t) => {
  const kit = feedKit(t);
  await kit.import([{ ...book(7, '일곱', ISBN), ...rec(7) }]);
  const other = { ...book(8, '여덟'), ...rec(7) };
  const { problems } = await kit.import([named({ ...rec(7), ...ISBN }, '일곱 새 판'), other]);
  assert.deepEqual(placesOf(problems), ['2 externalId']);
  assert.deepEqual(titlesIn(kit), { 7: '일곱 새 판' });
  await kit.import([named({ isbn13: '978-89-364-3459-5' }, '또 새 판')]);
  assert.deepEqual(titlesIn(kit), { 7: '또 새 판' });
});

test('orders by any name count for its item, before it comes and after; its number is nobody else’s', async (t) => {
  const kit = feedKit(t);
  await kit.import([sold({ itemId: 50 }, 'A'), sold(rec(1), 'B'), sold(ISBN, 'C')]);
  await kit.import([named(rec(2), '둘'), named(rec(1), '하나'), sold(rec(2), 'D')]);
  assert.deepEqual(titlesIn(kit), { 51: '하나', 52: '둘' });
  const goods = kit.rows('SELECT goods FROM sale ORDER BY 1').map((row) => row.goods);
  assert.deepEqual(goods, [-9788936434595, 50, 51, 52]);
  const cancel = { kind: 'cancel', orderId: 'B', lineNo: 1, ...rec(1) };
  const { summary, problems } = await kit.import([cancel]);
  assert.deepEqual([problems, summary.cancel.added], [[], 1]);
});

test('an ISBN that many items have names the lowest, also where that is removed in the same feed', async (t) => {
  for (const [items, expected] of [
    [3, ['2000 넷']],
    [1_100, ['4 넷', '2000 마지막']],
  ] as const) {
    const kit = feedKit(t);
    await kit.import(Array.from({ length: items }, (_, at) => book(at + 1, '책', ISBN)));
    const patch = (title: string) => ({ kind: 'patch', ...ISBN, title });
    const remove = (itemId: number) => ({ kind: 'remove', itemId });
    const later = book(2_000, '마지막', ISBN);
    const feed = [patch('하나'), remove(1), remove(2), patch('셋'), later, remove(3), patch('넷')];
    await kit.import(feed, { force: true });
    const titles = Object.entries(titlesIn(kit)).map((one) => one.join(' '));
    assert.deepEqual(
      titles.filter((one) => !one.endsWith('책')),
      expected,
    );
  }
});

const few = fc.integer({ min: 1, max: 6 });
const isbnOf = (at: number) => ['9788936434595', '9788954651134', '9791190090018'][at % 3] ?? '';
const anyName = fc.oneof(
  few.map((itemId) => ({ itemId })),
  few.map((at) => rec(at)),
  few.map((at) => ({ isbn13: isbnOf(at) })),
  few.map((at) => ({ externalId: isbnOf(at) })),
  fc.tuple(few, few).map(([itemId, at]) => ({ itemId, ...rec(at) })),
  fc.tuple(few, few).map(([at, other]) => ({ ...rec(at), isbn13: isbnOf(other) })),
);
const anyRecord = fc.oneof(
  fc.tuple(anyName, few).map(([name, at]) => named(name, `책 ${at}`)),
  fc.tuple(anyName, few).map(([name, at]) => named({ isbn13: isbnOf(at), ...name }, `책 ${at}`)),
  fc.tuple(anyName, few).map(([name, at]) => ({ kind: 'patch', ...name, title: `새 판 ${at}` })),
  fc.tuple(few, few).map(([itemId, at]) => ({ kind: 'patch', itemId, isbn13: isbnOf(at) })),
  anyName.map((name) => ({ kind: 'remove', ...name })),
);

const twins = [1, 2].map((itemId) => named({ itemId, ...ISBN }, '책'));

test('feeds do what their records do one after the other', async (t) => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyRecord, { minLength: 2, maxLength: 15 }), async (records) => {
      const [together, alone] = [feedKit(t), feedKit(t)];
      // The second feed finds items that the first one left.
      const half = Math.floor(records.length / 2);
      for (const feed of [records.slice(0, half), records.slice(half)])
        await together.import(feed, { force: true });
      for (const record of records) await alone.import([record], { force: true });
      const [one, other] = [together, alone].map(({ path }) => dumpTables(path, ['item', 'item_name']));
      assert.deepEqual(one, other);
    }),
    {
      numRuns: 15,
      examples: [[[...twins, { kind: 'remove', itemId: 1 }, { kind: 'patch', ...ISBN, title: '둘' }]]],
    },
  );
});

test('a patch changes just the fields that it names', async (t) => {
  const kit = feedKit(t);
  const whole = { ...fullItem, ...rec(1), withheld: false };
  await kit.import([whole]);
  const change = { salePrice: 12000, itemStatus: '품절', deal: null };
  const patch = { kind: 'patch', ...rec(1), ...change };
  assert.equal((await kit.import([patch])).summary.patch.changed, 1);
  const patched = kit.rows('SELECT * FROM item');
  await kit.import([{ ...whole, ...change }]);
  assert.deepEqual(kit.rows('SELECT * FROM item'), patched, 'as if the whole item had been sent so');
  assert.equal((await kit.import([patch])).summary.patch.unchanged, 1);
});

// unreadable-fields.test.ts has the fields that a patch leaves as they are.
test('a patch of an unknown item, without a required value or with an unknown field is refused', async (t) => {
  const kit = feedKit(t);
  await kit.import([book(1, '하나')]);
  const patch = (itemId: number, change: object) => ({ kind: 'patch', itemId, ...change });
  const patches = [patch(2, { salePrice: 1 }), patch(1, { title: '' }), patch(1, { colour: 'red' })];
  const { problems } = await kit.import(patches);
  assert.deepEqual(placesOf(problems), ['1 itemId', '2 title', '3 colour']);
});

const shop = Array.from({ length: 30 }, (_, at) => book(at + 1, `책 ${at + 1}`));
const token = { name: 'feed', actor: 'token:publisher', bytes: null, feedSource: 'publisher' };
const header = { kind: 'feed', complete: 'items' };

test('a full feed removes the items of its source that it does not name', async (t) => {
  const kit = feedKit(t);
  await kit.import(shop);
  await kit.import([book(101, '출판사 책'), book(102, '출판사 책')], { source: token });
  assert.deepEqual(metOf(await kit.import([header, ...shop.slice(0, 20)])), ['removed 10 of 32']);
  const { summary } = await kit.import(shop.slice(1), { full: true });
  assert.deepEqual([summary.remove.changed, Object.keys(titlesIn(kit)).length], [1, 31]);
  await kit.import([header, book(102, '출판사 책')], { source: token });
  assert.ok(!('101' in titlesIn(kit)) && '102' in titlesIn(kit) && '2' in titlesIn(kit));
});

test('what a feed removes of another source is not held against its own, in a check as well', async (t) => {
  const kit = feedKit(t);
  const own = Array.from({ length: 25 }, (_, at) => book(at + 101, '출판사 책'));
  await kit.import(shop);
  await kit.import(own, { source: token });
  const brakesWithout = async (...itemIds: readonly number[]) => {
    const removals = itemIds.map((itemId) => ({ kind: 'remove', itemId }));
    return metOf(await kit.import([...own, ...removals], { source: token, dryRun: true }));
  };
  assert.deepEqual(await brakesWithout(101, 1), []);
  assert.deepEqual(await brakesWithout(101, 102), ['sourceRemoved 2 of 25']);
});

test('a source held what it had before the import, whatever it takes over or adds', async (t) => {
  const kit = feedKit(t);
  const own = Array.from({ length: 30 }, (_, at) => book(at + 101, '출판사 책'));
  await kit.import([...shop, ...Array.from({ length: 940 }, (_, at) => book(at + 1001, '책'))]);
  await kit.import(own, { source: token });
  const removals = own.map(({ itemId }) => ({ kind: 'remove', itemId }));
  const others = [...shop, book(5001, '새 책'), book(5002, '새 책')];
  for (const lines of [
    [...removals, ...others],
    [...others, ...removals],
    [header, ...others],
  ])
    assert.deepEqual(metOf(await kit.import(lines, { source: token, dryRun: true })), [
      'sourceRemoved 30 of 30',
    ]);
});

test('a full feed keeps what it names in records that are refused or patched; its header is its first line', async (t) => {
  const kit = feedKit(t);
  await kit.import([...shop, named(rec(1), '이름')]);
  const wrong = [{ itemId: 1, title: '' }, rec(1)].map((one) => ({ kind: 'item', ...one }));
  const patch = { kind: 'patch', itemId: 2, salePrice: 100 };
  const full = await kit.import([header, ...wrong, patch, ...shop.slice(2)]);
  assert.deepEqual([full.problemCount, full.summary.remove.changed], [2, 0]);
  const late = await kit.import([book(1, '책 1'), header]);
  assert.deepEqual([placesOf(late.problems), late.summary.remove.changed], [['2 kind'], 0]);
  assert.ok('reason' in check({ kind: 'feed', complete: 'orders' }).outcome);
});

test('an external id that is an ISBN is the book of that ISBN, whichever comes first', async (t) => {
  const kit = feedKit(t);
  const asCode = { externalId: '978-89-364-3459-5' };
  await kit.import([named(ISBN, '하나'), sold(asCode, 'A'), named({ externalId: '9791190090018' }, '둘')]);
  await kit.import([named({ isbn13: '9791190090018' }, '둘 새 판'), named(asCode, '하나 새 판')]);
  assert.deepEqual(titlesIn(kit), { 1: '하나 새 판', 2: '둘 새 판' });
  await kit.import([named({ externalId: '9788936434590' }, '셋')]);
  assert.deepEqual(titlesIn(kit)[3], '셋', 'a wrong check digit names no book');
});
