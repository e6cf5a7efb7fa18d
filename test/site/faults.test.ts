import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { book } from '../support/small-shop.ts';
import { suiteApp } from '../support/suite-app.ts';
import { faultOf, faultsIn, SERVICE, shelfOf, suiteBrowser } from './site-kit.ts';

const CONSOLE = '/portal/console';
const ITEM = `${CONSOLE}/shop/5001`;
const BULK = `${CONSOLE}/shop/bulk`;
const ORDERS = `${CONSOLE}/orders`;
const DAYS = { from: '2026-11-21', until: '2026-11-30' };
const ACCEPTED = { ...SERVICE, acceptsRules: 'yes' };
const WORDS = Array.from({ length: 21 }, (_, at) => `말${at}`).join('\n');
const ITEMS = Array.from({ length: 1001 }, (_, at) => at + 1).join(' ');

/** What is wrong with a form, and the field at which that has to stand. */
const FORMS: readonly (readonly [
  path: string,
  form: string,
  values: Readonly<Record<string, string | number | undefined>>,
  field: string,
])[] = [
  ['/portal/account', 'name', { name: ' ' }, 'name'],
  ['/portal/account', 'name', { name: 'x'.repeat(101) }, 'name'],
  ['/portal/key', 'issue', { ...ACCEPTED, serviceName: '' }, 'serviceName'],
  ['/portal/key', 'issue', { ...ACCEPTED, serviceUrl: 'javascript:alert(1)' }, 'serviceUrl'],
  ['/portal/key', 'issue', { ...ACCEPTED, purpose: 'x'.repeat(1001) }, 'purpose'],
  ['/portal/key', 'issue', SERVICE, 'acceptsRules'],
  ['/portal/usage', 'quota', { dailyQuota: 100, reason: 'A campaign' }, 'dailyQuota'],
  ['/portal/usage', 'quota', { dailyQuota: '2000000.5', reason: 'A campaign' }, 'dailyQuota'],
  ['/portal/usage', 'quota', { dailyQuota: 2_000_000, reason: '' }, 'reason'],
  [`${CONSOLE}/categories`, 'add', { categoryId: '001001', categoryName: 'X' }, 'categoryId'],
  [`${CONSOLE}/categories`, 'add', { categoryId: 'bad id', categoryName: 'X' }, 'categoryId'],
  [`${CONSOLE}/search?list=blocked`, 'block', { term: '!?' }, 'term'],
  [`${CONSOLE}/search?list=similar`, 'group', { words: '하나' }, 'words'],
  [`${CONSOLE}/search?list=similar`, 'group', { words: `${'x'.repeat(51)}\n하나` }, 'words'],
  [`${CONSOLE}/search?list=similar`, 'group', { words: WORDS }, 'words'],
  [`${CONSOLE}/rankings`, 'restate', { month: '2026-12' }, 'month'],
  [`${CONSOLE}/rankings`, 'restate', { month: '2020-01' }, 'month'],
  [`${CONSOLE}/rankings`, 'restate', { month: '2026-13' }, 'month'],
  [ORDERS, 'find', { by: 'item', text: '1001', month: '2026-13' }, 'month'],
  [ORDERS, 'find', { by: 'day', text: '2026-02-30' }, 'text'],
  [ORDERS, 'find', { by: 'mark', text: '0x1f' }, 'text'],
  [ORDERS, 'find', { by: 'order', text: ' ' }, 'text'],
  [BULK, 'preview', { decision: 'withhold', items: ITEMS }, 'items'],
  [BULK, 'preview', { decision: 'withhold', items: ' ' }, 'items'],
  [BULK, 'preview', { decision: 'feature', items: '1', from: '2026-12-01', until: '2026-11-30' }, 'until'],
  [BULK, 'preview', { decision: 'feature', items: '1', from: '2026-12-01' }, 'until'],
  [BULK, 'preview', { decision: 'deal', items: '1', ...DAYS }, 'percent'],
  [BULK, 'preview', { decision: 'remove', items: '1' }, 'decision'],
  [ITEM, 'attention', { from: '2026-02-30', until: '2026-12-01' }, 'from'],
  [ITEM, 'attention', { from: '2026-12-02', until: '2026-12-01' }, 'until'],
  [ITEM, 'deal', { salePrice: 10_000, ...DAYS }, 'salePrice'],
  [ITEM, 'deal', { salePrice: 1, from: '2026-11-21', until: '' }, 'until'],
  [ITEM, 'data', { title: '' }, 'title'],
  [ITEM, 'data', { title: '가'.repeat(1001) }, 'title'],
  [ITEM, 'data', { shopPrice: '10000.005' }, 'shopPrice'],
  [ITEM, 'data', { salePrice: 1_000_000_000_001 }, 'salePrice'],
  [ITEM, 'data', { categoryIds: ' , ' }, 'categoryIds'],
  [ITEM, 'data', { categoryIds: '001, 999' }, 'categoryIds'],
  [ITEM, 'data', { cover: 'ftp://img.example/1.jpg' }, 'cover'],
  [`${CONSOLE}/shop/1005`, 'show', { reason: '가'.repeat(201) }, 'reason'],
];

/** Addresses of which one field is wrong; it counts as not given. */
const ADDRESSES: readonly (readonly [address: string, field: string])[] = [
  ['/categories/001001?sex=x', 'sex'],
  ['/categories/001001?age=15', 'age'],
  ['/categories/001001?month=2026-13', 'month'],
  ['/search?query=1001&target=shelf', 'target'],
  ['/search?query=1001&publishedFrom=2021-02-29', 'publishedFrom'],
  ['/search?query=1001&publishedFrom=2021-02-02&publishedTo=2021-02-01', 'publishedTo'],
  ['/search?query=1001&priceFrom=9.5', 'priceFrom'],
  ['/search?query=1001&priceFrom=2&priceTo=1', 'priceTo'],
  [`/search?query=${'x'.repeat(201)}`, 'query'],
  [`${CONSOLE}/audit?from=2026-13-01`, 'from'],
  [`${CONSOLE}/accounts?role=queen`, 'role'],
];

describe('a fault stands at its field', () => {
  const app = suiteApp({}, ({ feed }) =>
    feed([book(5001, '책', { shopPrice: 10_000, salePrice: 9000, fixedBookPriceYn: 'N' })]),
  );
  const owner = suiteBrowser(app, 'owner');

  test('400, and nothing is changed', async () => {
    const before = app.readAudit();
    for (const [path, form, values, field] of FORMS) {
      const answer = await owner.submit(path, form, values);
      const sent = JSON.stringify(values).slice(0, 100);
      assert.equal(faultOf(answer), `400 ${field}`, `${path} ${form} ${sent}`);
      app.clock.advance(10_000);
    }
    assert.deepEqual(app.readAudit(), before);
  });

  test('a wrong choice in an address counts as not made', async () => {
    for (const [address, field] of ADDRESSES) {
      const page = await owner.page(address);
      assert.deepEqual(faultsIn(page), [field], address);
      if (address.startsWith('/categories')) assert.deepEqual(shelfOf(page), [1001, 1002, 1004]);
    }
  });
});
