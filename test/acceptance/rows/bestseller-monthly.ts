import assert from 'node:assert/strict';
import { dayText } from '../calendar.ts';
import { paperbackRanks } from '../feed-items.ts';
import { failed, itemIds, MONTHLY, type Rows, succeeded } from '../rows.ts';
import type { Service } from '../service.ts';

type Asked = Readonly<Record<string, string | number>>;

/** bestsellerMonthly: docs/api.md#endpoints and docs/lists.md#monthly. */
export function bestsellerMonthlyRows(rows: Rows): void {
  listParameters(rows);
  segmentParameters(rows);
  counting(rows);
}

async function ranked({ client }: Service, parameters: Asked): Promise<unknown[]> {
  return itemIds(succeeded(await client.call(MONTHLY, parameters)));
}

function listParameters({ row }: Rows): void {
  row('bestsellerMonthly categoryId: the list of that category and those below it', async (service) => {
    assert.deepEqual(await ranked(service, { categoryId: '001001' }), [1001, 1004, 1002, 1008]);
    assert.deepEqual(await ranked(service, { categoryId: '001001001' }), [1001]);
    const top = await ranked(service, { categoryId: '001', pageSize: 7 });
    assert.deepEqual(top, [1108, 1001, 1004, 1002, 1103, 1008, 1102]);
  });

  row('bestsellerMonthly date: chooses the month, by any of its days', async (service) => {
    const { days } = service;
    const categoryId = '001001';
    for (const day of [days.lastMonth, days.thisMonth - 1]) {
      assert.deepEqual(await ranked(service, { categoryId, date: dayText(day) }), [1002, 1001, 1003, 1008]);
    }
    assert.deepEqual(await ranked(service, { categoryId, date: dayText(days.monthBefore) }), [1003]);
    assert.deepEqual(
      await ranked(service, { categoryId, date: dayText(days.thisMonth) }),
      [1001, 1004, 1002, 1008],
    );
  });

  row('bestsellerMonthly date: yesterday in Korea by default', async (service) => {
    const { days } = service;
    const byDefault = await service.client.call(MONTHLY, { categoryId: '001001' });
    const named = await service.client.call(MONTHLY, { categoryId: '001001', date: dayText(days.yesterday) });
    assert.deepEqual(succeeded(byDefault).data.items, succeeded(named).data.items);
    assert.equal(byDefault.headers['seoga-edition'], dayText(days.yesterday).slice(0, 7));
  });
}

function segmentParameters({ row }: Rows): void {
  const categoryId = '001001';
  row('bestsellerMonthly sex: M and F count the buyers of that sex', async (service) => {
    assert.deepEqual(await ranked(service, { categoryId, sex: 'F' }), [1001, 1004, 1002, 1008]);
    assert.deepEqual(await ranked(service, { categoryId, sex: 'M' }), [1004, 1001, 1002]);
  });

  row('bestsellerMonthly age: 10 to 60 count the buyers of that band', async (service) => {
    const lists = {
      10: [1004, 1001, 1002],
      20: [1004, 1001],
      30: [1004, 1001, 1002],
      40: [1001, 1002],
      50: [1004],
      60: [1001],
    };
    for (const [age, list] of Object.entries(lists)) {
      assert.deepEqual(await ranked(service, { categoryId, age }), list, `age ${age}`);
    }
  });

  row('bestsellerMonthly sex and age: together they count buyers of both', async (service) => {
    assert.deepEqual(await ranked(service, { categoryId, sex: 'F', age: 30 }), [1004, 1001]);
  });
}

function counting({ row }: Rows): void {
  row(
    'counted copies: one a buyer, a fifth to organisations, none to resellers or of cancelled lines',
    async (service) => {
      assert.deepEqual(await ranked(service, { categoryId: '001003' }), [1108, 1103, 1102, 1101, 1107]);
    },
  );

  row('list ties: later publication first, then the lower item number', async (service) => {
    assert.deepEqual(await ranked(service, { categoryId: '001002', pageSize: 100 }), paperbackRanks);
  });

  row('hidden items: withheld and removed ones are in no list, nor are sales of today', async (service) => {
    const shown = await ranked(service, { categoryId: '001001', pageSize: 100 });
    for (const itemId of [1005, 1007, 1003]) assert.ok(!shown.includes(itemId), `${itemId}`);
  });

  row('bestsellerMonthly date: 404 BEST_001 for a month without sales', async ({ client, days }) => {
    failed(
      await client.call(MONTHLY, { categoryId: '001', date: dayText(days.monthBefore - 1) }),
      404,
      'BEST_001',
    );
  });
}
