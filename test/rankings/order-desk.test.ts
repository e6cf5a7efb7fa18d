import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { parseKstMonth } from '../../src/clock.ts';
import { createOrderDesk } from '../../src/rankings/ledger/order-desk.ts';
import type { FoundLines, OrderSearch } from '../../src/rankings/ledger/order-lines.ts';
import { runRankings } from '../../src/rankings/run/ranking-run.ts';
import type { SaleLine } from '../../src/rankings/sale.ts';
import { anItem, category, record } from '../contracts/catalog/catalog-records.ts';
import { take } from '../contracts/catalog/feed-store-contract.ts';
import { BUYER_KEY, PLAIN_SETTINGS, rankingPlace, saleLine } from './ranking-world.ts';

function openDesk(t: TestContext) {
  const place = rankingPlace(t);
  const { clock, folder } = place;
  const db = place.connect();
  const options = { db, clock, folder, entry: ENTRY, buyerKey: BUYER_KEY, copiesPerBuyer: 1 };
  return { ...place, desk: createOrderDesk(options) };
}

const ENTRY = new URL('../../bin/work-thread.ts', import.meta.url);

type Desk = ReturnType<typeof openDesk>;

const ISBN = '9788936434595';
const MONTH = parseKstMonth('2026-11') ?? 0;
const CELL = { categoryId: '001', sex: 'A', age: 255 } as const;
const PAGE = { offset: 0, limit: 50 };

test('every line of an item tells what it counts and why, up to the sum of the list', async (t) => {
  const setup = await shop(t);
  const found = await find(setup, { by: 'item', text: ISBN, month: MONTH });
  assert.deepEqual(linesOf(found), [
    'b1 first 1',
    'b1-again further 0',
    'by-isbn further 0',
    'b2 first 1',
    'school organisation 11',
    'library aggregate 7',
    'dealer reseller 0',
    'nobody single 1',
    'regretted cancelled 0',
    'sent-back returned 0',
    'today notYet 0',
  ]);
  assert.equal(found.totalCount, 11);
  const { item } = found;
  assert.deepEqual([item?.copies, item?.published], [21, { copies: 21, untilDay: '2026-11-20' }]);
  assert.deepEqual(item?.rules[0], { rule: 'first', lines: 2, quantity: 4, copies: 2 });
  const page = await find(setup, { by: 'item', text: '1', month: MONTH, offset: 3, limit: 2 });
  assert.deepEqual([page.totalCount, linesOf(page)], [11, ['b2 first 1', 'school organisation 11']]);
  const named = await find(setup, { by: 'item', text: 'unheard-of', month: MONTH });
  assert.deepEqual(named, { lines: [], totalCount: 0, item: null });
});

test('a buyer or an item is left out of a month as its preview says, and comes back by one undo', async (t) => {
  const setup = await shop(t);
  const { desk } = setup;
  const listed = async () => {
    await rank(setup);
    const edition = await setup.store.findEdition('monthly', MONTH);
    return edition === null ? [] : (await setup.store.readList(edition, CELL)).itemIds;
  };
  const sums = async () =>
    Promise.all(
      ['1', '2'].map(async (text) => {
        const { item } = await find(setup, { by: 'item', text, month: MONTH });
        assert.equal(item?.copies, item?.published?.copies ?? 0);
        return item?.copies;
      }),
    );
  const { lines } = await find(setup, { by: 'order', text: 'b1' });
  const byBuyer = { month: MONTH, itemId: null, mark: lines[0]?.mark ?? null };
  assert.deepEqual(await desk.preview(byBuyer), {
    lines: 4,
    copies: 2,
    items: [
      { itemId: 1, title: '책 1', before: 21, after: 20 },
      { itemId: 2, title: '책 2', before: 1, after: 0 },
    ],
  });
  assert.equal(await desk.exclude(byBuyer, 'one person'), true);
  assert.deepEqual([await listed(), await sums()], [[1], [20, 0]]);
  const again = await find(setup, { by: 'order', text: 'b1' });
  assert.deepEqual(linesOf(again), ['b1 buyerExcluded 0']);
  const byItem = { month: MONTH, itemId: 1, mark: null };
  assert.deepEqual((await desk.preview(byItem)).items, [{ itemId: 1, title: '책 1', before: 20, after: 0 }]);
  await desk.exclude(byItem, 'bought up');
  assert.deepEqual([await listed(), await sums()], [[], [0, 0]]);
  const { exclusions, totalCount } = await desk.listExclusions(0, 1);
  assert.equal(totalCount, 2);
  const [{ exclusionId: _, ...newest } = assert.fail()] = exclusions;
  const excludedAtMs = setup.clock.nowMs();
  assert.deepEqual(newest, {
    month: '2026-11',
    title: '책 1',
    mark: null,
    reason: 'bought up',
    excludedAtMs,
  });
  for (const { exclusionId } of (await desk.listExclusions(0, 9)).exclusions) {
    assert.notEqual(await desk.undo(exclusionId), null);
    assert.equal(await desk.undo(exclusionId), null, 'it is gone');
  }
  assert.deepEqual(
    [await listed(), await sums()],
    [
      [1, 2],
      [21, 1],
    ],
  );
  assert.equal((await desk.listExclusions(0, 9)).totalCount, 0);
  assert.equal(await desk.exclude({ ...byItem, month: MONTH - 1 }, 'no list'), false);
});

test('what came late stays late when something is left out of a closed month', async (t) => {
  const setup = await shop(t);
  setup.clock.setWall(Date.parse('2026-12-10T12:00:00+09:00'));
  await rank(setup);
  await sell(setup, { orderId: 'too-late', soldAt: '2026-11-02T10:00:00+09:00' });
  await setup.desk.exclude({ month: MONTH, itemId: 2, mark: null }, 'bought up');
  await rank(setup);
  const { lines, item } = await find(setup, { by: 'item', text: '1', month: MONTH });
  const late = lines.find(({ orderId }) => orderId === 'too-late');
  assert.deepEqual([late?.rule, late?.copies], ['late', 0]);
  assert.deepEqual([item?.copies, item?.published?.copies], [22, 22], 'today of before is counted by now');
});

type Search = Pick<OrderSearch, 'by' | 'text'> & Partial<OrderSearch>;

function find({ desk }: Desk, search: Search): Promise<FoundLines> {
  return desk.find({ month: MONTH, ...PAGE, ...search });
}

function linesOf({ lines }: FoundLines): string[] {
  return lines.map(({ orderId, rule, copies }) => `${orderId} ${rule} ${copies}`);
}

function sell({ feeds }: Desk, ...sales: readonly (Partial<SaleLine> & { soldAt: string })[]) {
  return take(
    feeds,
    sales.map((sale) => ({ kind: 'sale', sale: saleLine(sale) })),
  );
}

/** Lines of item 1 of every rule but those of exclusions, one of item 2, one of nothing; tallied up to yesterday. */
async function shop(t: TestContext): Promise<Desk> {
  const setup = openDesk(t);
  const at = (hour: string) => `2026-11-10T${hour}:00:00+09:00`;
  const items = [anItem(1, { isbn13: ISBN }), anItem(2)];
  await take(setup.feeds, [record(category('001')), ...items.map((item) => record(item))]);
  await sell(
    setup,
    { orderId: 'b1', soldAt: at('01'), buyer: 'b1', quantity: 3 },
    { orderId: 'b1-again', soldAt: at('02'), buyer: 'b1' },
    { orderId: 'by-isbn', soldAt: at('03'), buyer: 'b1', itemId: null, isbn13: ISBN },
    { orderId: 'b2', soldAt: at('04'), buyer: 'b2' },
    { orderId: 'school', soldAt: at('05'), buyer: 's', buyerType: 'organisation', quantity: 57 },
    { orderId: 'library', soldAt: at('06'), buyerType: 'aggregate', quantity: 7 },
    { orderId: 'dealer', soldAt: at('07'), buyerType: 'reseller', quantity: 40 },
    { orderId: 'nobody', soldAt: at('08'), quantity: 2 },
    { orderId: 'of-2', soldAt: at('09'), itemId: 2, buyer: 'b1' },
    { orderId: 'regretted', soldAt: at('10') },
    { orderId: 'sent-back', soldAt: at('11'), quantity: 2 },
    { orderId: 'today', soldAt: '2026-11-21T08:00:00+09:00' },
    { orderId: 'unknown', soldAt: '2026-11-21T09:00:00+09:00', itemId: 99 },
  );
  const back = { lineNo: 1, cancelledAtMs: setup.clock.nowMs() };
  await take(setup.feeds, [
    { kind: 'cancel', cancellation: { ...back, orderId: 'regretted' } },
    { kind: 'cancel', cancellation: { ...back, orderId: 'sent-back', quantity: 2 } },
  ]);
  await rank(setup);
  return setup;
}

async function rank({ open, clock }: Desk): Promise<void> {
  await runRankings({ open, clock, settings: PLAIN_SETTINGS });
}
