import assert from 'node:assert/strict';
import { test } from 'node:test';
import { book } from '../../support/small-shop.ts';
import { createTestApp } from '../../support/test-app.ts';
import { categories, column, copies, ids, testListEndpoint } from './list-endpoint.ts';

const PATH = '/v1/category/bestsellerDaily';

/** Of the 20th: 2101 (3 copies), 2104 (2), 2102 (1). Of the 19th: 2102 (3), 2101 (2), 2103 (1). */
const feed: readonly object[] = [
  ...categories,
  book(2101, '첫째', { categoryIds: ['001001001'] }),
  book(2102, '둘째'),
  book(2103, '셋째'),
  book(2104, '넷째'),
  ...copies('2026-11-19', 2101, 2),
  ...copies('2026-11-19', 2102, 3),
  ...copies('2026-11-19', 2103, 1),
  ...copies('2026-11-20', 2101, 3),
  ...copies('2026-11-20', 2102, 1),
  ...copies('2026-11-20', 2104, 2),
  ...copies('2026-11-21', 2103, 9),
];

testListEndpoint(
  {
    path: PATH,
    noResult: 'BEST_001',
    sides: true,
    feed,
    expected: [2101, 2104, 2102],
    edition: '2026-11-20',
    refusals: [
      ['date=20261120', 'PARAM_002'],
      ['date=2026-02-30', 'PARAM_002'],
      ['date=', 'PARAM_002'],
      ['date=x&page=0&pageSize=0', 'PARAM_002'],
    ],
  },
  (get) => {
    test('200: the list of a day, with rank changes against the day before', async () => {
      assert.deepEqual(column(await get(), 'upDown'), [1, null, -2]);
      const day19 = await get('date=2026-11-19');
      assert.deepEqual(ids(day19), [2102, 2101, 2103]);
      assert.equal(day19.headers['seoga-edition'], '2026-11-19');
      assert.deepEqual(ids(await get('date=2026-11-20')), ids(await get()));
    });

    test('404 BEST_001: today, and a day without sales', async () => {
      for (const date of ['2026-11-21', '2026-11-18', '2030-01-01', '1999-01-01']) {
        const answer = await get(`date=${date}`);
        assert.deepEqual([answer.status, answer.json.errorCode], [404, 'BEST_001'], date);
      }
    });
  },
);

test('200: after midnight the last list stands in for that of yesterday until the night is tallied', async (t) => {
  const app = await createTestApp(t, { now: '2026-11-21T23:59:00+09:00' });
  await app.feed(feed);
  await app.rank();
  app.clock.advance(60_000);
  const get = (query: string) => app.get(`${PATH}?categoryId=001001&${query}`);
  const before = await get('');
  assert.deepEqual(ids(before), [2101, 2104, 2102]);
  assert.equal(before.headers['seoga-edition'], '2026-11-20');
  // The day itself has no list yet.
  assert.equal((await get('date=2026-11-21')).json.errorCode, 'BEST_001');
  await app.rank();
  const after = await get('');
  assert.deepEqual(ids(after), [2103]);
  assert.equal(after.headers['seoga-edition'], '2026-11-21');
});

test('404 BEST_001: nothing was sold yesterday and that is tallied', async (t) => {
  const app = await createTestApp(t, { now: '2026-11-23T12:00:00+09:00' });
  await app.feed(feed);
  await app.rank();
  const answer = await app.get(`${PATH}?categoryId=001001`);
  assert.deepEqual([answer.status, answer.json.errorCode], [404, 'BEST_001']);
});
