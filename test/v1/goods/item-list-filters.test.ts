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

  test('200: without them all fields of all products are searched, and a term may be corrected', async () => {
    assert.deepEqual(await ids('바람', '&sort=REG_DTS'), [3, 2, 1]);
    assert.deepEqual(await ids('바랍', '&sort=REG_DTS'), [3, 2, 1]);
  });

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

  test('404: a term that finds something is not corrected, though nothing of it passes', async () => {
    for (const more of ['&target=author', '&priceFrom=1&priceTo=1', '&publishedFrom=2030-01-01']) {
      const answer = await world.search('바람', more);
      assert.deepEqual(
        [answer.json.errorCode, answer.headers['seoga-correction']],
        ['SEARCH_001', undefined],
      );
    }
  });

  test('200: target looks at one field', async () => {
    assert.deepEqual(await ids('바람', '&sort=RELATION'), [3, 2, 1]);
    assert.deepEqual(await ids('셜록 홈즈', '&target=title'), [1]);
    assert.deepEqual(await ids('셜록 홈즈', '&target=author'), [2]);
    assert.deepEqual(await ids('바람', '&target=publisher'), [1]);
    assert.deepEqual(await ids('셜록 홈즈', '&target=publisher'), 'SEARCH_001');
  });

  test('200: stock, days and prices narrow the answer, and its total', async () => {
    assert.deepEqual(await ids('바람', '&inStock=Y&sort=RECENT'), [1, 3]);
    assert.deepEqual(await ids('바람', '&publishedFrom=2020-05-01&sort=RECENT'), [2, 1]);
    assert.deepEqual(await ids('바람', '&publishedTo=2020-05-01'), [1]);
    assert.deepEqual(await ids('바람', '&priceFrom=1&priceTo=9000'), [1]);
    assert.deepEqual(await ids('바람', '&priceTo=8999'), [3]);
    assert.equal((await world.search('바람', '&inStock=Y&pageSize=1')).json.data.totalCount, 2);
  });

  const wrongs: [parameter: string, values: string[], allowed: RegExp][] = [
    ['target', ['', 'ALL', 'Title', 'all,title', 'series'], /all, title, author, publisher/],
    ['inStock', ['', 'y', '1', 'true'], /Y, N/],
    ['correct', ['', 'n', '0', 'false'], /Y, N/],
    ['publishedFrom', ['', '2020', '2020-2-1', '20200201', '2020-02-30', '2020-01-01T00:00'], /yyyy-MM-dd/],
    ['publishedTo', ['', 'today', '2020-13-01', '2021-02-29'], /yyyy-MM-dd/],
    ['priceFrom', ['', '-1', '+1', '1.5', '1e3', '0x10', '1,000', ' 1', '1000000000', '١'], /0 to 999999999/],
    ['priceTo', ['', 'x', '99999999999999999999'], /0 to 999999999/],
  ];
  for (const [parameter, values, allowed] of wrongs) {
    test(`400 PARAM_007: ${parameter}, with its name, the value and what is allowed`, async () => {
      for (const value of values) {
        const answer = await world.search('바람', `&${parameter}=${encodeURIComponent(value)}`);
        assert.deepEqual([answer.status, answer.json.errorCode], [400, 'PARAM_007'], value);
        const { message } = answer.json;
        assert.match(message, new RegExp(`^${parameter} is ${value === '' ? 'empty' : '"'}`));
        assert.ok(message.includes(value), message);
        assert.match(message, allowed);
      }
      const twice = await world.search('바람', `&${parameter}=Y&${parameter}=Y`);
      assert.match(twice.json.message, new RegExp(`^${parameter} is repeated`));
    });
  }

  test('400 PARAM_007: an end before its start, with both; the same value is a range', async () => {
    const days = await world.search('바람', '&publishedFrom=2020-05-02&publishedTo=2020-05-01');
    assert.equal(days.json.errorCode, 'PARAM_007');
    assert.match(days.json.message, /^publishedTo is "2020-05-01"; allowed: .*publishedFrom \(2020-05-02\)/);
    const prices = await world.search('바람', '&priceFrom=10&priceTo=9');
    assert.equal(prices.json.errorCode, 'PARAM_007');
    assert.match(prices.json.message, /^priceTo is "9"; allowed: .*priceFrom \(10\)/);
    assert.deepEqual(await ids('바람', '&priceFrom=9000&priceTo=9000'), [1]);
    assert.deepEqual(await ids('바람', '&publishedFrom=2020-05-01&publishedTo=2020-05-01'), [1]);
  });

  test('400: they are looked at behind the parameters of the interface, in their order', async () => {
    const wrong = ['target', 'inStock', 'publishedFrom', 'publishedTo', 'priceFrom', 'priceTo', 'correct'];
    const all = (names: readonly string[]) => names.map((name) => `&${name}=x`).join('');
    assert.match((await world.search('바람', `&detail=x${all(wrong)}`)).json.message, /^detail /);
    for (const [index, name] of wrong.entries()) {
      assert.match(
        (await world.search('바람', all(wrong.slice(index)))).json.message,
        new RegExp(`^${name} `),
      );
    }
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
