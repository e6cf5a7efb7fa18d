import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { DecidedTogether } from '../../../src/catalog/item-overrides.ts';
import type { AuditPage } from '../../../src/portal/contract/console-accounts.ts';
import type { BulkHistory, BulkPreview } from '../../../src/portal/contract/console-bulk.ts';
import type { ItemHistory } from '../../../src/portal/contract/console-shop.ts';
import { book } from '../../support/small-shop.ts';
import { suiteConsole } from '../../support/suite-app.ts';

const DAYS = { from: '2026-11-21', until: '2026-11-30' };

describe('one decision about many items', () => {
  const { app, operator } = suiteConsole();
  before(() =>
    app.feed([
      book(6001, '하나', { isbn13: '9791199900103', fixedBookPriceYn: 'N' }),
      book(6002, '둘', { shopPrice: 9999, fixedBookPriceYn: 'N' }),
      book(6003, '셋', { shopPrice: 0, salePrice: 0, fixedBookPriceYn: 'N' }),
      book(6004, '넷', { shopPrice: 10_000, fixedBookPriceYn: 'Y' }),
      book(6005, '다섯', { isbn13: '9788936434595', isbn10: '8936434594', withheld: true }),
    ]),
  );
  const preview = (input: object) => operator.post<BulkPreview>('/console/shop/bulk/preview', input);
  const apply = (input: object) => operator.post<DecidedTogether>('/console/shop/bulk', input);
  const visible = (...ids: number[]) =>
    Promise.all(
      ids.map(async (itemId) => {
        const { status } = await app.get(`/v1/goods/itemDetail?searchType=ItemId&query=${itemId}`);
        return status === 200;
      }),
    );

  test('a pasted column is found by number, ISBN13 and ISBN10; what is unknown is named, nothing is changed', async () => {
    const items = '6002\r\n979-11-999-0010-3\t6002, 777777;소설\n8936434594';
    const { view } = await preview({ action: 'withhold', items });
    assert.deepEqual(
      view.rows.map(({ itemId, note }) => [itemId, note]),
      [
        [6002, null],
        [6001, null],
        [1001, null],
      ],
    );
    assert.deepEqual([view.unknown, view.changes], [['777777', '소설'], 3]);
    assert.deepEqual(await visible(6001, 6002), [true, true]);
  });

  test('deals: price, and the doubts of the desk; doubtful ones take their number, typed', async () => {
    const deal = { action: 'deal', items: '6001 6002 6003 6004', percent: 20, ...DAYS };
    const { view } = await preview(deal);
    assert.deepEqual(
      view.rows.map(({ itemId, dealPrice, note }) => [itemId, dealPrice, note]),
      [
        [6001, 8000, null],
        [6002, 7999, null],
        [6003, null, 'noListPrice'],
        [6004, 8000, 'fixedPrice'],
      ],
    );
    assert.deepEqual([view.changes, view.doubtful], [3, 1]);
    assert.equal((await apply({ ...deal, changes: 4 })).failure.code, 'STALE');
    const asked = await apply({ ...deal, changes: 3 });
    assert.deepEqual([asked.status, asked.failure.code, asked.failure.confirm], [409, 'CONFIRM_NUMBER', '1']);
    assert.equal((await apply({ ...deal, changes: 3, confirmation: '1' })).view.items, 3);
    const priced = await app.get('/v1/goods/itemDetail?searchType=ItemId&query=6002');
    assert.equal(priced.json.data.items[0]?.salePrice, 7999);
    const again = await preview(deal);
    assert.deepEqual([again.view.changes, again.view.rows[0]?.note], [0, 'same']);
  });

  test('one line of the audit log, in the history of each item, and undone at once', async () => {
    const withhold = { action: 'withhold', items: '6001,6002,6005', changes: 2, reason: '리콜' };
    const done = await apply(withhold);
    assert.equal(done.status, 200);
    assert.deepEqual(await visible(6001, 6002), [false, false]);
    const { view } = await operator.get<AuditPage>('/console/audit?action=items.decided');
    const { firstId, lastId } = done.view;
    assert.deepEqual(JSON.parse(view.entries[0]?.detail ?? ''), {
      action: 'withhold',
      items: 2,
      decision: firstId,
      lastDecision: lastId,
    });
    assert.equal(view.entries[0]?.reason, '리콜');
    const history = await operator.get<ItemHistory>('/console/shop/history?itemId=6002');
    const [newest] = history.view.entries;
    assert.deepEqual([newest?.action, newest?.undo?.decisionId], ['items.decided', lastId]);
    assert.equal(
      (await operator.get<ItemHistory>('/console/shop/history?itemId=6005')).view.entries.length,
      0,
    );

    const { made } = (await operator.get<BulkHistory>('/console/shop/bulk/history')).view.entries[0] ?? {};
    assert.deepEqual(made, done.view);
    const back = await operator.post<DecidedTogether>('/console/shop/bulk/take-back', { firstId, lastId });
    assert.equal(back.view.items, 2);
    assert.deepEqual(await visible(6001, 6002), [true, true]);
  });

  test('400 INVALID names the field; 404 for decisions that are not there', async () => {
    const many = Array.from({ length: 1001 }, (_, at) => at + 1).join(' ');
    for (const [input, field] of [
      [{ action: 'withhold', items: many }, 'items'],
      [{ action: 'withhold', items: ' ' }, 'items'],
      [{ action: 'feature', items: '1', from: '2026-12-01', until: '2026-11-30' }, 'until'],
      [{ action: 'deal', items: '1', ...DAYS }, 'percent'],
      [{ action: 'remove', items: '1' }, 'action'],
    ] as const) {
      const { status, failure } = await preview(input);
      assert.deepEqual([status, failure.code, failure.field], [400, 'INVALID', field]);
    }
    for (const lastId of [900_001, 999_999, 1]) {
      const range = { firstId: 900_000, lastId };
      assert.equal((await operator.post('/console/shop/bulk/take-back', range)).status, 404);
    }
  });
});
