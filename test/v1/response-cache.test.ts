import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { describe, test } from 'node:test';
import { compose } from '../../bin/compose.ts';
import { type Answer, send } from '../support/answer.ts';
import { fc } from '../support/properties.ts';
import { smallShop } from '../support/small-shop.ts';
import { suiteApp } from '../support/suite-app.ts';
import { suiteCleanup } from '../support/temp-dir.ts';

const ITEM = '/v1/goods/itemDetail?searchType=ItemId&query=1001';

describe('answers that are ready', () => {
  let address = '';
  /** Another service on the same data folder, whose cache has no room. */
  let freshAddress = '';
  const t = suiteCleanup();
  const app = suiteApp({}, async (made) => {
    address = await made.app.listen({ host: '127.0.0.1', port: 0 });
    const { clock, config } = made;
    const logDestination = new PassThrough().resume();
    const baseUrl = config.baseUrl ?? '';
    const fresh = await compose({ clock, config: { ...config, cacheMb: 0 }, baseUrl, logDestination });
    t.after(() => fresh.close());
    freshAddress = await fresh.app.listen({ host: '127.0.0.1', port: 0 });
  });
  const ask = (path: string, headers: Readonly<Record<string, string>> = {}, at = address) =>
    send(at + path, { key: app.key, headers });

  const take = async (line: object) => assert.equal((await app.feed([line])).problemCount, 0);
  const item = smallShop.find((line) => 'itemId' in line && line.itemId === 1001);
  const steps = {
    retitle: (title: string) => take({ ...item, title }),
    withhold: () => take({ ...item, withheld: true }),
    sell: () => take(sale(app.clock.nowMs() - 1000)),
    rank: () => app.rank(),
    tenMinutes: async () => app.clock.advance(600_000),
    day: async () => app.clock.advance(86_400_000),
    enrol: (addOnEnrolled: boolean) => app.accounts.updateAccount(app.accountId, { addOnEnrolled }),
  };
  const step = fc.oneof(
    { weight: 2, arbitrary: fc.constantFrom(null) },
    fc.string({ minLength: 1 }).map((text) => () => steps.retitle(`title ${text}`.toWellFormed())),
    fc.constantFrom(steps.withhold, steps.sell, steps.rank, steps.tenMinutes, steps.day),
    fc.boolean().map((isEnrolled) => () => steps.enrol(isEnrolled)),
  );
  const call = fc.record({
    path: fc.constantFrom(
      ITEM,
      `${ITEM}&detail=Y&x=1`,
      '/v1/category/bestsellerMonthly?categoryId=001&pageSize=2',
      '/v1/category/bestsellerRealtime?categoryId=001',
      '/v1/category/newproduct?categoryId=001&detail=Y',
      '/v1/category/bestseller/export?categoryId=001&format=csv',
      '/v1/category/list',
      '/v1/category/list/export',
      ITEM.replace('itemDetail', 'author'),
      ITEM.replace('itemDetail', 'content'),
      ITEM.replace('itemDetail', 'history'),
      '/v1/goods/items?searchType=ItemId&query=1001,1002',
    ),
    headers: fc.record(
      { 'accept-encoding': fc.constantFrom('gzip', 'identity'), 'if-none-match': fc.constant('*') },
      { requiredKeys: [] },
    ),
  });

  test('whatever happens in between, a call gets the answer that the data give now', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(step, call), { minLength: 5, maxLength: 12 }), async (steps) => {
        for (const [happen, { path, headers }] of steps) {
          await ask(path, headers);
          await happen?.();
          assert.deepEqual(seen(await ask(path, headers)), seen(await ask(path, headers, freshAddress)));
        }
      }),
      { numRuns: 25 },
    );
  });

  for (const url of [`${ITEM}&changed=1`, '/v1/goods/itemList?query=9788936434595'])
    test(`an answer whose data change while it is made shows them as they are then: ${url}`, async (t) => {
      await app.feed([{ ...item, withheld: false }]);
      const { findItems } = app.catalog;
      let readings = 0;
      t.mock.method(app.catalog, 'findItems', async (itemIds: readonly number[]) => {
        const items = await findItems(itemIds);
        if (++readings === 1) await steps.retitle('바뀐 제목');
        return items;
      });
      const { items } = (await ask(url)).json.data;
      assert.deepEqual([items[0]?.title, readings], ['바뀐 제목', 2]);
    });

  test('ready answers say when they were sent', async () => {
    await steps.retitle('홍길동전');
    const dates = [];
    for (const ms of [0, 1, 999]) {
      app.clock.advance(ms);
      dates.push(Date.parse((await ask(ITEM)).json.data.meta.pubDate ?? ''));
    }
    const nowMs = app.clock.nowMs();
    assert.deepEqual(dates, [nowMs - 1000, nowMs - 999, nowMs]);
  });
});

/** An answer without what belongs to the connection, and without counters. */
function seen({ status, headers, bytes }: Answer) {
  const { date: _, connection: __, 'keep-alive': ___, ratelimit, ...own } = headers;
  return { status, bytes, ...own, ratelimit: String(ratelimit).replaceAll(/;r=\d+/g, '') };
}

/** One copy of 1002, sold at an instant. */
function sale(atMs: number): object {
  return {
    kind: 'sale',
    orderId: `ready-${atMs}`,
    lineNo: 1,
    itemId: 1002,
    quantity: 1,
    soldAt: new Date(atMs).toISOString(),
  };
}
