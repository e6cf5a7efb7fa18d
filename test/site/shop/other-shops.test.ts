import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sales, smallShop } from '../../support/small-shop.ts';
import { rankedApp } from '../../support/suite-app.ts';
import { linksOf, readMarkup } from '../markup.ts';
import { newBrowser, shelfOf, textOf } from '../site-kit.ts';

test('from midnight on the 2nd until the tally, a category shows the last list, as the API does', async (t) => {
  const app = await rankedApp(t, [...smallShop, ...sales('2026-12-01', 1003, ['F61'])], {
    now: '2026-12-01T23:59:00+09:00',
  });
  const shelf = async () => shelfOf((await newBrowser(app).get('/categories/001001')).text);
  assert.deepEqual(await shelf(), [1001, 1002, 1004]);
  app.clock.advance(60_000);
  assert.deepEqual(await shelf(), [1001, 1002, 1004]);
  await app.rank();
  assert.deepEqual(await shelf(), [1003]);
});

test('products with a page of the shop link to it, and name it as the one to find', async (t) => {
  const environment = { SEOGA_LINK_TEMPLATE: 'https://shop.example/book?no={itemId}', SEOGA_CURRENCY: 'USD' };
  const app = await rankedApp(t, smallShop, { environment });
  const { text } = await newBrowser(app).get('/goods/1002');
  assert.ok(linksOf(text).includes('https://shop.example/book?no=1002'));
  const { elements } = readMarkup(text);
  const addresses = elements.filter(({ attributes: { rel } }) => rel === 'canonical' || rel === 'alternate');
  assert.deepEqual(
    addresses.map(({ attributes }) => attributes.href),
    ['https://shop.example/book?no=1002'],
  );
  assert.match(textOf(text), /\$9,000\.00/);
});
