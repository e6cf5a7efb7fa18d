import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type SearchWorld, searchWorld } from './search-kit.ts';

describe('target, filters and correct of itemList', () => {
  let world: SearchWorld;
  const cleanUps: (() => void | Promise<void>)[] = [];
  before(async () => {
    world = await searchWorld({ after: (clean) => cleanUps.unshift(clean) });
  });
  after(async () => {
    for (const clean of cleanUps) await clean();
  });
  const ids = async (term: string, more = '') => {
    const answer = await world.search(term, more);
    return answer.json.data.items?.map((item) => item.itemId) ?? answer.json.errorCode;
  };

  test('200: all of them hold together, ends of ranges included', async () => {
    const all =
      '&category=BOOK&sort=RECENT&page=1&pageSize=5&target=publisher&inStock=Y&publishedFrom=2020-05-01' +
      '&publishedTo=2020-05-01&priceFrom=9000&priceTo=9000&correct=N';
    assert.deepEqual(await ids('바람', all), [1]);
    const others = [
      all.replace('BOOK', 'EBOOK'),
      all.replace('publisher', 'title'),
      all.replaceAll('2020-05-01', '2020-05-02'),
      all.replaceAll('9000', '9001'),
    ];
    for (const other of others) assert.equal(await ids('바람', other), 'SEARCH_001', other);
  });

  test('200: stock, days and prices narrow the answer, and its total', async () => {
    assert.deepEqual(await ids('바람', '&inStock=Y&sort=RECENT'), [1, 3]);
    assert.deepEqual(await ids('바람', '&publishedFrom=2020-05-01&sort=RECENT'), [2, 1]);
    assert.deepEqual(await ids('바람', '&publishedTo=2020-05-01'), [1]);
    assert.deepEqual(await ids('바람', '&priceFrom=1&priceTo=9000'), [1]);
    assert.deepEqual(await ids('바람', '&priceTo=8999'), [3]);
    assert.equal((await world.search('바람', '&inStock=Y&pageSize=1')).json.data.totalCount, 2);
  });

  test('503 UPSTREAM_UNAVAILABLE: while the index cannot answer, for search and suggestions', async () => {
    world.setAvailable(false);
    for (const path of ['itemList', 'suggest']) {
      const answer = await world.app.get(`/v1/goods/${path}?query=a`);
      assert.deepEqual([answer.status, answer.json.errorCode], [503, 'UPSTREAM_UNAVAILABLE']);
    }
    world.setAvailable(true);
    assert.equal((await world.search('바람')).status, 200);
  });
});
