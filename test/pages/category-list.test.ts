import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sales, smallShop } from '../support/small-shop.ts';
import { rankedApp } from '../support/suite-app.ts';
import { readMarkup } from './markup.ts';

test('from midnight on the 2nd until the tally, the page shows the last list, as the API does', async (t) => {
  const app = await rankedApp(t, [...smallShop, ...sales('2026-12-01', 1003, ['F61'])], {
    now: '2026-12-01T23:59:00+09:00',
  });
  const page = async () =>
    readMarkup((await app.app.inject({ url: '/categories/001001' })).body).text.replace(/\s+/g, ' ');
  assert.match(await page(), /Monthly bestsellers \(2026-11\) 홍길동전 .*구운몽 .*심청전 특가판/);
  app.clock.advance(60_000);
  assert.match(await page(), /Monthly bestsellers \(2026-11\) 홍길동전 .*구운몽 .*심청전 특가판/);
  await app.rank();
  assert.match(await page(), /Monthly bestsellers \(2026-12\) 춘향전/);
});
