import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { consoleOrderPaths, ExclusionsPage } from '../../../src/portal/contract/console-orders.ts';
import type { AnswerOf } from '../../../src/portal/contract/path.ts';
import type { ExclusionEffect } from '../../../src/rankings/order-desk.ts';
import { suiteConsole } from '../../support/suite-app.ts';

/** In November 2026 item 1001 has the lines of three buyers, one copy each. */
describe('orders in the console', () => {
  const { app, operator } = suiteConsole();
  const month = '2026-11';
  const find = async (by: string, text: string, more = {}) =>
    operator.post<AnswerOf<(typeof consoleOrderPaths)['POST /console/orders/find']>>('/console/orders/find', {
      by,
      text,
      page: 1,
      month,
      ...more,
    });
  const exclusions = async () => (await operator.get<ExclusionsPage>('/console/orders/exclusions')).view;

  test('an item is found by number and ISBN, with its title, its lines and the list that they make', async () => {
    for (const text of ['1001', '978-89-364-3459-5']) {
      const { item, lines, totalCount } = (await find('item', text)).view;
      assert.deepEqual([item?.title, item?.copies, totalCount], ['홍길동전', 3, 3]);
      assert.deepEqual(item?.published, { copies: 3, untilDay: '2026-11-20' });
      assert.deepEqual(
        lines.map(({ orderId, lineNo, title, rule }) => `${orderId} ${lineNo} ${title} ${rule}`),
        [1, 2, 3].map((lineNo) => `2026-11-02-1001 ${lineNo} 홍길동전 first`),
      );
    }
  });

  test('lines are found by buyer, order and day; no reference comes back or is logged', async () => {
    const buyer = 'F34-2026-11-02';
    const { lines, totalCount } = (await find('buyer', buyer)).view;
    assert.deepEqual([totalCount, lines[0]?.orderId], [1, '2026-11-02-1001']);
    const mark = lines[0]?.mark ?? '';
    assert.equal((await find('mark', mark)).text, JSON.stringify((await find('buyer', buyer)).view));
    const order = await find('order', '2026-11-20-1002', { month: undefined });
    const rules = order.view.lines.map(({ rule }) => rule);
    assert.deepEqual(rules, ['first', 'single']);
    assert.equal((await find('day', '2026-11-20', { month: undefined })).view.totalCount, 3);
    assert.equal((await find('day', '2026-11-20', { page: 2 })).view.lines.length, 0);
    assert.doesNotMatch(app.logText(), /F34-2026-11-02|2026-11-20-1002/);
    assert.doesNotMatch(JSON.stringify(lines), /F34/);
  });

  test('a buyer is left out with a reason, which the log of actions does not repeat, and counts again after the undo', async () => {
    const { lines } = (await find('item', '1001')).view;
    const exclusion = { month, itemId: null, mark: lines[0]?.mark ?? null };
    const preview = await operator.post<ExclusionEffect>('/console/orders/preview', exclusion);
    const items = [{ itemId: 1001, title: '홍길동전', before: 3, after: 2 }];
    assert.deepEqual(preview.view, { lines: 1, copies: 1, items });
    const reason = 'many orders';
    assert.equal((await operator.post('/console/orders/exclude', { ...exclusion, reason })).status, 200);
    assert.equal(await app.runRequests.takeRequested(), 'tally', 'the run that publishes it is theirs');
    const { item } = (await find('item', '1001')).view;
    assert.deepEqual([item?.copies, item?.published?.copies], [2, 3]);
    const [left] = (await exclusions()).exclusions;
    assert.deepEqual([left?.month, left?.mark, left?.reason], [month, exclusion.mark, reason]);
    const { exclusionId = 0 } = left ?? {};
    assert.equal((await operator.post('/console/orders/undo', { exclusionId })).status, 200);
    assert.equal((await find('item', '1001')).view.item?.copies, 3);
    assert.equal((await exclusions()).totalCount, 0);
    assert.equal((await operator.post('/console/orders/undo', { exclusionId })).failure.code, 'STALE');
    const entries = await app.auditLog.list(
      { actor: null, action: null, target: 'rankings', fromMs: null, beforeMs: null },
      null,
      9,
    );
    assert.deepEqual(
      entries.map(({ action, detail }) => `${action} ${detail}`),
      [
        'rankings.exclusion-undone {"month":"2026-11","buyers":1}',
        'rankings.restated {"month":"2026-11","buyers":1}',
      ],
    );
  });

  test('400 INVALID: a month, a day, a mark or an exclusion that is none', async () => {
    const of = (more: object) => ({ month, itemId: 1001, mark: null, reason: 'x', ...more });
    for (const [path, body, field] of [
      ['find', { by: 'item', text: '1001', page: 1 }, 'month'],
      ['find', { by: 'day', text: '2026-02-30', page: 1 }, 'text'],
      ['find', { by: 'mark', text: '0x1f', page: 1, month }, 'text'],
      ['find', { by: 'order', text: '', page: 1 }, 'text'],
      ['exclude', of({ month: '2026-13' }), 'month'],
      ['exclude', of({ month: '2020-01' }), 'month'],
      ['exclude', of({ itemId: null }), 'itemId'],
      ['exclude', of({ mark: 'ab' }), 'itemId'],
      ['exclude', of({ itemId: null, mark: 'buyer' }), 'mark'],
      ['exclude', of({ reason: ' ' }), 'reason'],
    ] as const) {
      const { failure } = await operator.post(`/console/orders/${path}`, body);
      assert.deepEqual([failure.code, failure.field], ['INVALID', field], JSON.stringify(body));
    }
  });
});
