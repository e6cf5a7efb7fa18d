import assert from 'node:assert/strict';
import { test } from 'node:test';
import { smallShop } from '../../support/small-shop.ts';
import { rankedApp } from '../../support/suite-app.ts';
import { linksOf, readMarkup } from '../markup.ts';
import { newBrowser, textOf } from '../site-kit.ts';

test('products with a page of the shop link to it, and name it as the one to find', async (t) => {
  const environment = { SEOGA_LINK_TEMPLATE: 'https://shop.example/book?no={itemId}', SEOGA_CURRENCY: 'USD' };
  const app = await rankedApp(t, smallShop, { environment });
  const { text } = await newBrowser(app).get('/goods/1002');
  assert.ok(linksOf(text).includes('https://shop.example/book?no=1002'));
  const { elements } = readMarkup(text);
  const addresses = elements.filter(({ attributes: { rel } }) => rel === 'canonical' || rel === 'alternate');
  const hrefs = addresses.map(({ attributes }) => attributes.href);
  assert.deepEqual(hrefs, ['https://shop.example/book?no=1002']);
  assert.match(textOf(text), /\$9,000\.00/);
});
