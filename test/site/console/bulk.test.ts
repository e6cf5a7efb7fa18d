import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { book } from '../../support/small-shop.ts';
import { suiteApp } from '../../support/suite-app.ts';
import { csrfIn, formIn, partOf, rowsIn, suiteBrowser, textOf } from '../site-kit.ts';

const DAYS = { from: '2026-11-21', until: '2026-11-30' };
const PAGE = '/portal/console/shop/bulk';

describe('one decision about many products', () => {
  const app = suiteApp();
  const operator = suiteBrowser(app, 'shop');
  before(() =>
    app.feed([
      book(6001, '하나', { isbn13: '9791199900103', fixedBookPriceYn: 'N' }),
      book(6002, '둘', { shopPrice: 9999, fixedBookPriceYn: 'N' }),
      book(6003, '셋', { shopPrice: 0, salePrice: 0, fixedBookPriceYn: 'N' }),
      book(6004, '넷', { shopPrice: 10_000, fixedBookPriceYn: 'Y' }),
      book(6005, '다섯', { isbn13: '9788936434595', isbn10: '8936434594', withheld: true }),
    ]),
  );
  const preview = async (values: Record<string, string | number>) => operator.submit(PAGE, 'preview', values);
  const changesIn = (html: string) =>
    html.includes('data-form="apply"') ? formIn(html, 'apply').fields.changes : '0';
  const detail = (itemId: number) => app.get(`/v1/goods/itemDetail?searchType=ItemId&query=${itemId}`);
  const visible = (...ids: number[]) =>
    Promise.all(ids.map(async (itemId) => (await detail(itemId)).status === 200));
  const lines = () => app.readAudit().filter((line) => line.startsWith('items.'));

  test('a pasted column is found by number, ISBN13 and ISBN10; what is unknown is named, nothing is changed', async () => {
    const items = '6002\r\n979-11-999-0010-3\t6002, 777777;소설\n8936434594';
    const { status, text } = await preview({ decision: 'withhold', items });
    assert.equal(status, 200);
    const ids = [...(partOf(text, 'planned') ?? '').matchAll(/shop\/(\d+)"/g)].map(([, id]) => id);
    assert.deepEqual(ids, ['6002', '6001', '1001']);
    assert.match(textOf(partOf(text, 'unknown') ?? ''), /^777777, 소설/);
    assert.deepEqual([changesIn(text), await visible(6001, 6002), lines()], ['3', [true, true], []]);
  });

  test('deals: the price of each, and doubtful ones take their number, typed', async () => {
    const deal = { decision: 'deal', items: '6001 6002 6003 6004', percent: 20, ...DAYS };
    const { text } = await preview(deal);
    const rows = rowsIn(text, 'planned');
    for (const [at, price] of ['₩8,000', '₩7,999', '₩0', '₩8,000'].entries())
      assert.ok(rows[at]?.includes(price), rows[at]);
    assert.equal(changesIn(text), '3');
    const asked = await operator.submitIn(text, PAGE, 'apply', { reason: '할인' });
    assert.equal(asked.status, 409);
    assert.match(partOf(asked.text, 'confirm') ?? '', /pattern="1"/);
    assert.deepEqual(lines(), []);
    const made = await operator.submitIn(asked.text, PAGE, 'apply', { confirmation: '1' });
    assert.equal(made.status, 200);
    assert.match(textOf(made.text), /from: 2026-11-21\s+until: 2026-11-30/);
    assert.equal((await detail(6002)).json.data.items[0]?.salePrice, 7999);
    assert.deepEqual([changesIn((await preview(deal)).text), lines()], ['0', ['items.decided items']]);
  });

  test('three equal changes at once are one: the others are told that things have changed', async () => {
    const { text } = await preview({ decision: 'withhold', items: '6001,6002,6005' });
    assert.equal(changesIn(text), '2');
    const before = lines().length;
    const answers = await Promise.all([1, 2, 3].map(() => operator.post(PAGE, formIn(text, 'apply').fields)));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [303, 409, 409]);
    assert.deepEqual([lines().length - before, await visible(6001, 6002)], [1, [false, false]]);
    const stale = answers.find(({ status }) => status === 409)?.text ?? '';
    assert.equal(changesIn(stale), '0');
  });

  test('one line of the log stands in the history of each product, and undoes all of them', async () => {
    const product = partOf(await operator.page('/portal/console/shop/6002'), 'history') ?? '';
    assert.match(textOf(product), /many products changed/);
    assert.doesNotMatch(product, /data-form="undo"/, 'where one product shows, all would be undone');
    const html = await operator.page(PAGE);
    const [, decisionId = ''] = /data-form="undo"[\s\S]*?name="at" value="(\d+)"/.exec(html) ?? [];
    const undone = await operator.submitIn(html, PAGE, 'undo', {}, decisionId);
    assert.deepEqual([undone.status, await visible(6001, 6002)], [200, [true, true]]);
    assert.equal(lines().at(-1), 'items.taken-back items');
  });

  test('404 for decisions that are not there', async () => {
    const csrf = csrfIn(await operator.page(PAGE));
    assert.equal((await operator.post(PAGE, { form: 'undo', csrf, decisionId: 900_000 })).status, 404);
  });
});
