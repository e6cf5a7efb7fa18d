import assert from 'node:assert/strict';
import { type Days, dayText, weekText } from '../calendar.ts';
import { bySales, bySort } from '../feed-lists.ts';
import { ENDPOINTS, type Endpoint, type Values } from '../interface.ts';
import { DEAL, failed, itemIds, MONTHLY, type Rows, succeeded } from '../rows.ts';
import type { Service } from '../service.ts';

/** What holds of every list of products, and the lists themselves: docs/api.md#item-lists. */
export function listRows(rows: Rows): void {
  const lists = ENDPOINTS.filter(({ parameters }) => parameters.some(({ name }) => name === 'detail'));
  for (const list of lists.filter(({ parameters }) => parameters.some(({ name }) => name === 'page'))) {
    pageRows(list, rows);
    if (list.call.categoryId !== undefined) entryRows(list, rows);
  }
}

/** Every list has as many entries in the feed. */
const COUNT = 45;

function pageRows({ name, path, call, errors }: Endpoint, { test }: Rows): void {
  test(`${name} pages: 20 entries by default; each entry on one page; the total`, async ({ client }) => {
    const page = async (parameters: object) => succeeded(await client.call(path, { ...call, ...parameters }));
    const first = (await page({})).data;
    assert.deepEqual([first.currentPage, first.pageSize, first.items.length], [1, 20, 20]);
    const whole = itemIds(await page({ pageSize: 100 }));
    for (const pageSize of [1, 7, 44, 45]) {
      const pages = await Promise.all(
        Array.from({ length: Math.ceil(COUNT / pageSize) }, (_, index) =>
          page({ page: index + 1, pageSize }),
        ),
      );
      const items = pages.flatMap(({ data }) => data.items);
      assert.deepEqual([items.map(({ itemId }) => itemId), new Set(whole).size], [whole, COUNT]);
      assert.deepEqual(
        items.map(({ sortOrder }) => sortOrder),
        whole.map((_, index) => index + 1),
      );
      for (const [index, { data }] of pages.entries())
        assert.deepEqual([data.currentPage, data.pageSize, data.totalCount], [index + 1, pageSize, COUNT]);
    }
  });

  test(`${name} past the end: the message gives the total and the last page`, async ({ client }) => {
    const answer = await client.call(path, { ...call, page: 4 });
    const message = failed(answer, 404, Object.keys(errors)[0] ?? '');
    for (const number of [COUNT, 3]) assert.match(message, new RegExp(`\\b${number}\\b`));
  });
}

/** What the header Seoga-Edition says of each list. */
function editionOf(name: string, { yesterday, today }: Days): RegExp {
  if (name === 'bestsellerRealtime') return /^\d{4}-\d\d-\d\dT\d\d:\d0\+09:00$/;
  if (name === 'bestsellerWeekly') return new RegExp(`^${weekText(yesterday)}$`);
  if (name === 'bestsellerMonthly') return new RegExp(`^${dayText(yesterday).slice(0, 7)}$`);
  // These follow the catalogue from day to day.
  const isOfToday = name === 'bestsellerDeal' || name.startsWith('newproduct');
  return new RegExp(`^${dayText(isOfToday ? today : yesterday)}$`);
}

function entryRows({ name, path, call, parameters }: Endpoint, { test }: Rows): void {
  const isSorted = parameters.some((parameter) => parameter.name === 'sort');
  const orders = isSorted ? bySort : { '': bySales };
  test(`${name} entries: in ${isSorted ? 'each of its orders' : 'their order'}, with the edition`, async (service) => {
    for (const [sort, order] of Object.entries(orders)) {
      const sorted = { ...call, pageSize: 100, ...(isSorted ? { sort } : {}) };
      const answer = await service.client.call(path, sorted);
      assert.deepEqual(itemIds(succeeded(answer)), order, sort);
      assert.match(String(answer.headers['seoga-edition']), editionOf(name, service.days));
    }
  });
}

async function ranked({ client }: Service, parameters: Values): Promise<unknown[]> {
  return itemIds(succeeded(await client.call(MONTHLY, parameters)));
}

/** Monthly bestsellers and deals over HTTP: docs/lists.md. How copies are counted is proved by test/rankings. */
export function bestsellerRows({ test }: Rows): void {
  test('bestsellerDeal entries: what is on a deal now, at the price of the deal', async ({ client }) => {
    // The deal of 1008 ended yesterday; no other book of the category ever was on one.
    const { data } = succeeded(await client.call(DEAL, { categoryId: '001001' }));
    const prices = data.items.map(({ itemId, shopPrice, salePrice }) => [itemId, shopPrice, salePrice]);
    assert.deepEqual(prices, [[1004, 12000, 6000]]);
  });

  test('bestsellerMonthly: the list of a category and those below it, by sex and age; ties by day', async (service) => {
    const categoryId = '001001';
    for (const [parameters, expected] of [
      [{ categoryId }, [1001, 1004, 1002, 1008]],
      [{ categoryId: '001001001' }, [1001]],
      [{ categoryId: '001', pageSize: 4 }, [1001, 1004, 1002, 1008]],
      [{ categoryId, sex: 'F' }, [1001, 1004, 1002, 1008]],
      [{ categoryId, sex: 'M' }, [1004, 1001, 1002]],
      [{ categoryId, age: 10 }, [1004, 1001, 1002]],
      [{ categoryId, age: 20 }, [1004, 1001]],
      [{ categoryId, age: 30 }, [1004, 1001, 1002]],
      [{ categoryId, age: 40 }, [1001, 1002]],
      [{ categoryId, age: 50 }, [1004]],
      [{ categoryId, age: 60 }, [1001]],
      [{ categoryId, sex: 'F', age: 30 }, [1004, 1001]],
    ] as const)
      assert.deepEqual(await ranked(service, parameters), expected, JSON.stringify(parameters));
  });

  test('bestsellerMonthly date: chooses the month, by any of its days; yesterday in Korea by default', async (service) => {
    const { days } = service;
    const categoryId = '001001';
    const now = [1001, 1004, 1002, 1008];
    for (const [day, expected] of [
      [days.lastMonth, [1002, 1001, 1003, 1008]],
      [days.thisMonth - 1, [1002, 1001, 1003, 1008]],
      [days.monthBefore, [1003]],
      [days.thisMonth, now],
      [days.yesterday, now],
    ] as const)
      assert.deepEqual(await ranked(service, { categoryId, date: dayText(day) }), expected);
    const { headers } = await service.client.call(MONTHLY, { categoryId });
    assert.equal(headers['seoga-edition'], dayText(days.yesterday).slice(0, 7));
  });
}
