import assert from 'node:assert/strict';
import { join } from 'node:path';
import { beforeEach, describe, test } from 'node:test';
import type { AuditPage } from '../../../src/portal/contract/console-accounts.ts';
import type {
  ItemHistory,
  ItemOverridesPage,
  ItemOverridesView,
} from '../../../src/portal/contract/console-shop.ts';
import { createSqliteFeedStore } from '../../../src/store/sqlite/catalog/feed-store.ts';
import { CATALOG_FILE } from '../../../src/store/sqlite/database.ts';
import { book } from '../../support/small-shop.ts';
import { suiteConsole } from '../../support/suite-app.ts';

const DAYS = { from: '2026-11-21', until: '2026-11-30' };

describe('operators decide about items', () => {
  const { app, operator } = suiteConsole();
  // Each test has a book of its own, as a feed told it.
  let itemId = 5000;
  const shopBook = (more: object = {}) =>
    book(itemId, `진열대 책 ${itemId}`, {
      shopPrice: 10_000,
      salePrice: 9000,
      fixedBookPriceYn: 'N',
      ...more,
    });
  beforeEach(async () => {
    itemId++;
    await app.feed([shopBook()]);
  });
  const post = (path: string, body: object) =>
    operator.post<ItemOverridesView>(`/console/shop/${path}`, { itemId, ...body });
  const list = async (field: string) =>
    (await operator.get<ItemOverridesPage>(`/console/shop/list?field=${field}`)).view;
  const ids = (page: ItemOverridesPage) => page.items.map((item) => item.itemId);

  const history = async () =>
    (await operator.get<ItemHistory>(`/console/shop/history?itemId=${itemId}`)).view.entries;

  test('the history of an item lists every decision with its reason, who made it and what held then', async () => {
    await post('withheld', { withheld: true, reason: ' 출판사 요청 ' });
    await post('follow-feed', { field: 'withheld' });
    const entries = await history();
    const shown = entries.map(({ actor, action, detail, reason }) => {
      const { decision: _, ...settings } = JSON.parse(detail);
      return [actor.email, action, settings, reason];
    });
    assert.deepEqual(shown, [
      [operator.email, 'item.follows-feed', { field: 'withheld' }, ''],
      [operator.email, 'item.decided', { withheld: true }, '출판사 요청'],
    ]);
    const audit = await operator.get<AuditPage>('/console/audit?action=item.decided');
    const reasons = audit.view.entries
      .filter(({ target }) => target.id === `item:${itemId}`)
      .map(({ reason }) => reason);
    assert.deepEqual(reasons, ['출판사 요청']);
    assert.match((await operator.get('/console/audit.csv')).text, /item\.decided,.*,출판사 요청\r/);
    const row = entries.map(({ detail }) => detail).join();
    assert.equal(row.includes('출판사'), false, 'the log itself holds no words of people');
  });

  test('400 INVALID: a reason of more than 200 characters', async () => {
    assert.equal((await post('withheld', { withheld: true, reason: '가'.repeat(200) })).status, 200);
    const { status, failure } = await post('withheld', { withheld: false, reason: '가'.repeat(201) });
    assert.deepEqual([status, failure.code, failure.field], [400, 'INVALID', 'reason']);
  });

  test('409 CONFIRM_NUMBER: a deal below half the list price, or more than 15 % below a fixed one', async () => {
    const asked = await post('deal', { salePrice: 4999, ...DAYS });
    assert.equal(asked.status, 409);
    assert.deepEqual([asked.failure.code, asked.failure.confirm], ['CONFIRM_NUMBER', '4999']);
    assert.match(asked.failure.message, /50% of the list price. To continue, type 4999/);
    assert.equal((await post('deal', { salePrice: 4999, ...DAYS, confirmation: '4998' })).status, 409);
    assert.deepEqual((await post('deal', { salePrice: 4999, ...DAYS, confirmation: '4999' })).view.deal, {
      salePrice: 4999,
      ...DAYS,
    });
    await post('follow-feed', { field: 'deal' });
    await app.feed([shopBook({ fixedBookPriceYn: 'Y' })]);
    const fixed = await post('deal', { salePrice: 8499, ...DAYS });
    assert.match(fixed.failure.message, /fixed by law/);
    assert.equal((await post('deal', { salePrice: 8500, ...DAYS })).status, 200);
    await post('follow-feed', { field: 'deal' });
    await app.feed([shopBook({})]);
  });

  test('an attention period leads into the list of featured new products', async () => {
    await post('attention', DAYS);
    await app.rank();
    const noted = async () => {
      const { json } = await app.get('/v1/category/newproductAttention?categoryId=001&pageSize=100');
      return (json.data.items ?? []).map((one) => one.itemId);
    };
    assert.equal((await noted()).includes(itemId), true);
    const page = await list('attention');
    assert.deepEqual(page.items.find((item) => item.itemId === itemId)?.attention, DAYS);
    assert.equal(page.today, '2026-11-21');
    await post('attention/end', {});
    await app.rank();
    assert.equal((await noted()).includes(itemId), false);
    await post('attention', { from: '2026-12-01', until: '2026-12-02' });
    assert.equal(ids(await list('attention')).includes(itemId), true, 'one that is yet to come');
    await post('attention', { from: '2026-11-01', until: '2026-11-02' });
    assert.equal(ids(await list('attention')).includes(itemId), false, 'one that is over');
  });

  test('items are found by number, ISBN and words, withheld ones too', async () => {
    const find = async (text: string) =>
      ids(
        (await operator.get<ItemOverridesPage>(`/console/shop/find?text=${encodeURIComponent(text)}`)).view,
      );
    assert.deepEqual(await find(String(itemId)), [itemId]);
    assert.deepEqual(await find('978-89-364-3459-5'), [1001]);
    assert.deepEqual(await find('9791199900042'), [1005]);
    assert.deepEqual(await find('구운몽'), [1002]);
    assert.deepEqual(await find('금서'), [1005]);
    assert.deepEqual(await find('없는 제목'), []);
    assert.equal((await operator.get('/console/shop/find')).failure.field, 'text');
    assert.equal((await operator.get('/console/shop/item?itemId=999')).failure.code, 'NOT_FOUND');
  });

  test('400 INVALID names the field', async () => {
    for (const [path, body, field] of [
      ['attention', { from: '2026-02-30', until: '2026-12-01' }, 'from'],
      ['attention', { from: '2026-12-02', until: '2026-12-01' }, 'until'],
      ['deal', { salePrice: 10_000, ...DAYS }, 'salePrice'],
      ['deal', { salePrice: 1, from: '2026-11-21', until: '' }, 'until'],
      ['follow-feed', { field: 'author' }, 'field'],
    ] as const) {
      const { status, failure } = await post(path, body);
      assert.deepEqual([status, failure.code, failure.field], [400, 'INVALID', field], path);
    }
    await app.feed([shopBook({ shopPrice: 0, salePrice: 0 })]);
    assert.equal((await post('deal', { salePrice: 0, ...DAYS })).failure.field, 'salePrice');
    assert.equal((await operator.get('/console/shop/list?field=price')).failure.field, 'field');
  });

  test('409 BUSY: while an import holds the catalogue nothing is changed, and the operator is told', async () => {
    const path = join(app.config.dataDir, CATALOG_FILE);
    const transaction = await createSqliteFeedStore({ path, clock: app.clock }).begin();
    try {
      const { status, failure } = await post('withheld', { withheld: true });
      assert.deepEqual([status, failure.code], [409, 'BUSY']);
      assert.match(failure.message, /A feed is being imported/);
      const { view } = await operator.get<ItemOverridesView>(`/console/shop/item?itemId=${itemId}`);
      assert.equal(view.withheld, false);
    } finally {
      await transaction.rollback();
    }
    assert.equal((await post('withheld', { withheld: true })).status, 200);
  });
});
