import assert from 'node:assert/strict';
import { dayText } from '../calendar.ts';
import { paperbackRanks } from '../feed-items.ts';
import { failed, itemIds, MONTHLY, type Rows, succeeded } from '../rows.ts';
import type { Service } from '../service.ts';
import { integerRows } from './integer-rows.ts';

type Asked = Readonly<Record<string, string | number>>;

/** bestsellerMonthly: docs/rules/interface.md#endpoints and docs/rules/rankings.md#monthly. */
export function bestsellerMonthlyRows(rows: Rows): void {
  listParameters(rows);
  segmentParameters(rows);
  integerRows('bestsellerMonthly', { path: MONTHLY, parameters: { categoryId: '001002' } }, 'BEST_001', rows);
  counting(rows);
}

async function ranked({ client }: Service, parameters: Asked): Promise<unknown[]> {
  return itemIds(succeeded(await client.call(MONTHLY, parameters)));
}

function listParameters({ row }: Rows): void {
  row(
    'bestsellerMonthly categoryId: required, 400 PARAM_001 without it or when empty',
    async ({ client }) => {
      for (const parameters of [{}, { categoryId: '' }, { categoryid: '001' }]) {
        failed(await client.call(MONTHLY, parameters), 400, 'PARAM_001');
      }
    },
  );

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

  row('bestsellerMonthly date: 400 PARAM_002 in another form than yyyy-MM-dd', async ({ client }) => {
    for (const date of [
      '',
      '2026',
      '2026-11',
      '20261121',
      '2026-1-5',
      '2026/11/21',
      '21-11-2026',
      ' 2026-11-21',
      '2026-11-21T00:00:00',
      '２０２６-11-21',
    ]) {
      failed(await client.call(MONTHLY, { categoryId: '001', date }), 400, 'PARAM_002');
    }
  });

  row('bestsellerMonthly detail: N by default', async ({ client }) => {
    const byDefault = succeeded(await client.call(MONTHLY, { categoryId: '001001' }));
    const named = succeeded(await client.call(MONTHLY, { categoryId: '001001', detail: 'N' }));
    assert.deepEqual(byDefault.data.items, named.data.items);
    assert.ok(!('subTitle' in (byDefault.data.items[0] ?? {})));
  });
}

function segmentParameters({ row }: Rows): void {
  const categoryId = '001001';
  row('bestsellerMonthly sex: A by default; M and F count the buyers of that sex', async (service) => {
    assert.deepEqual(await ranked(service, { categoryId, sex: 'A' }), await ranked(service, { categoryId }));
    assert.deepEqual(await ranked(service, { categoryId, sex: 'F' }), [1001, 1004, 1002, 1008]);
    assert.deepEqual(await ranked(service, { categoryId, sex: 'M' }), [1004, 1001, 1002]);
  });

  row('bestsellerMonthly age: 255 by default; 10 to 60 count the buyers of that band', async (service) => {
    assert.deepEqual(await ranked(service, { categoryId, age: 255 }), await ranked(service, { categoryId }));
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

  row('bestsellerMonthly sex and age together count buyers of both', async (service) => {
    assert.deepEqual(await ranked(service, { categoryId, sex: 'F', age: 30 }), [1004, 1001]);
    failed(await service.client.call(MONTHLY, { categoryId, sex: 'M', age: 60 }), 404, 'BEST_001');
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

  row('withheld and removed items are in no list, nor are sales of today', async (service) => {
    const shown = await ranked(service, { categoryId: '001001', pageSize: 100 });
    for (const itemId of [1005, 1007, 1003]) assert.ok(!shown.includes(itemId), `${itemId}`);
  });

  row(
    '404 BEST_001: unknown category, category without sales, month without sales',
    async ({ client, days }) => {
      for (const parameters of [
        { categoryId: 'unknown' },
        { categoryId: '001004' },
        { categoryId: '001', date: dayText(days.monthBefore - 1) },
        { categoryId: '001', date: '1999-12-31' },
        { categoryId: '001', date: '9999-12-31' },
      ]) {
        failed(await client.call(MONTHLY, parameters), 404, 'BEST_001');
      }
    },
  );
}
