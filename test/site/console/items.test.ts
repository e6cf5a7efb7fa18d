import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { book } from '../../support/small-shop.ts';
import { suiteApp } from '../../support/suite-app.ts';
import { csrfIn, partOf, suiteBrowser, textOf } from '../site-kit.ts';

const DAYS = { from: '2026-11-21', until: '2026-11-30' };
const SHOP = '/portal/console/shop';

describe('operators decide about products', () => {
  const app = suiteApp();
  const operator = suiteBrowser(app, 'shop');
  // Each test has a book of its own, as a feed told it.
  let itemId = 5000;
  const feed = (more: object = {}) =>
    app.feed([
      book(itemId, `책 ${itemId}`, { shopPrice: 10_000, salePrice: 9000, fixedBookPriceYn: 'N', ...more }),
    ]);
  beforeEach(async () => {
    itemId++;
    await feed();
  });
  const page = () => `${SHOP}/${itemId}`;
  const send = (form: string, values: Record<string, string | number> = {}, at = '') =>
    operator.submit(page(), form, values, at);
  const detail = async () => {
    const { json } = await app.get(`/v1/goods/itemDetail?searchType=ItemId&query=${itemId}`);
    return json.data.items?.[0];
  };
  /** The products in a table of the console, in order. */
  const listed = (html: string) => {
    const links = (partOf(html, 'items') ?? '').matchAll(/href="\/portal\/console\/shop\/(\d+)"/g);
    return Array.from(links, ([, one]) => Number(one));
  };
  const list = async (field: string) => listed(await operator.page(`${SHOP}?list=${field}`));

  test('withheld after the number is typed: gone from the next answer on, and shown again', async () => {
    const asked = await send('withhold', { reason: ' 출판사 요청 ' });
    assert.equal(asked.status, 409);
    assert.notEqual(await detail(), undefined);
    const confirmation = String(itemId);
    const confirmed = await operator.submitIn(asked.text, page(), 'withhold', { confirmation });
    assert.equal(confirmed.status, 200);
    assert.equal(await detail(), undefined);
    assert.ok((await list('withheld')).includes(itemId));
    assert.equal((await send('show')).status, 200);
    assert.notEqual(await detail(), undefined);
  });

  test('the history has every decision with its reason and who made it, and undoes it', async () => {
    await send('attention', { ...DAYS, reason: '추천' });
    await send('follow', {}, 'attention');
    const html = await operator.page(page());
    const history = partOf(html, 'history') ?? '';
    for (const one of [operator.email, '추천']) assert.ok(textOf(history).includes(one), one);
    const audit = app.readAudit().filter((line) => line.endsWith(` item:${itemId}`));
    assert.match(audit.join(), /item.decided.*item.follows-feed/);
    const [, decisionId = ''] = /data-form="undo"[\s\S]*?name="at" value="(\d+)"/.exec(history) ?? [];
    const elsewhere = { form: 'undo', csrf: csrfIn(html), decisionId };
    assert.equal((await operator.post(`${SHOP}/1001`, elsewhere)).status, 404);
    assert.equal((await send('undo', {}, decisionId)).status, 200);
    assert.ok((await list('attention')).includes(itemId));
  });

  test('409 a deal below half the list price, or more than 15 % below a fixed one, takes its price, typed', async () => {
    const asked = await send('deal', { salePrice: 4999, ...DAYS });
    assert.equal(asked.status, 409);
    assert.match(partOf(asked.text, 'confirm') ?? '', /pattern="4999"/);
    assert.equal((await detail())?.salePrice, 9000);
    const made = await operator.submitIn(asked.text, page(), 'deal', { confirmation: '4999' });
    assert.deepEqual([made.status, (await detail())?.salePrice], [200, 4999]);
    assert.ok((await list('deal')).includes(itemId));
    await send('end-deal');
    assert.equal((await detail())?.salePrice, 9000);
    await feed({ fixedBookPriceYn: 'Y' });
    assert.equal((await send('deal', { salePrice: 8499, ...DAYS })).status, 409);
    assert.equal((await send('deal', { salePrice: 8500, ...DAYS })).status, 200);
  });

  test('featured days are set, and ended', async () => {
    await send('attention', DAYS);
    assert.ok((await list('attention')).includes(itemId));
    await send('end-attention');
    assert.ok(!(await list('attention')).includes(itemId));
  });

  test('corrected data hold from the next answer on, until the feed is followed again', async () => {
    const cover = 'https://img.example/new.jpg';
    const data = { title: '고친 제목', categoryIds: '003,', addCategory: '001', cover };
    assert.equal((await send('data', { ...data, bookIntroduction: '첫 줄\n둘째 줄' })).status, 200);
    const { title, goodsSortNm, contentDetail } = (await detail()) ?? {};
    assert.deepEqual([title, goodsSortNm], [data.title, 'eBook']);
    assert.deepEqual((contentDetail as { bookIntroduction: string }).bookIntroduction, '첫 줄\n둘째 줄');
    await send('follow', {}, 'title');
    assert.deepEqual([(await detail())?.title, (await detail())?.cover], [`책 ${itemId}`, cover]);
    const before = app.readAudit().length;
    await send('data');
    assert.equal(app.readAudit().length, before, 'what nobody changed is no decision');
  });

  test('409 a price that jumps, or a selling price above the list price, takes it, typed', async () => {
    for (const prices of [{ salePrice: 900 }, { shopPrice: 20_001 }, { salePrice: 10_001 }]) {
      const asked = await send('data', prices);
      const number = 'salePrice' in prices ? prices.salePrice : 9000;
      assert.match(partOf(asked.text, 'confirm') ?? '', new RegExp(`pattern="${number}"`));
      const confirmation = String(number);
      assert.equal((await operator.submitIn(asked.text, page(), 'data', { confirmation })).status, 200);
      await send('follow', {}, Object.keys(prices)[0]);
    }
  });

  test('products are found by number, ISBN and words, withheld ones too', async () => {
    const find = async (text: string) =>
      listed(await operator.page(`${SHOP}?text=${encodeURIComponent(text)}`));
    for (const [text, ids] of [
      [String(itemId), [itemId]],
      ['978-89-364-3459-5', [1001]],
      ['9791199900042', [1005]],
      ['구운몽', [1002]],
      ['금서', [1005]],
      ['없는 제목', []],
    ] as const)
      assert.deepEqual(await find(text), ids, text);
    for (const one of ['999', '0', 'x'])
      assert.equal((await operator.get(`${SHOP}/${one}`)).status, 404, one);
    const [, orders = ''] = /href="([^"]+\/orders\?[^"]+)"/.exec(await operator.page(page())) ?? [];
    assert.notEqual(partOf(await operator.page(orders), 'found'), null, 'the way to its order lines');
  });
});
