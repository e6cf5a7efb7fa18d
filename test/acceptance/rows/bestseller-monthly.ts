import assert from 'node:assert/strict';
import { dayText } from '../calendar.ts';
import type { Values } from '../interface.ts';
import { itemIds, MONTHLY, type Rows, succeeded } from '../rows.ts';
import type { Service } from '../service.ts';

async function ranked({ client }: Service, parameters: Values): Promise<unknown[]> {
  return itemIds(succeeded(await client.call(MONTHLY, parameters)));
}

/** bestsellerMonthly over HTTP: docs/lists.md. How copies are counted is proved by test/rankings. */
export function bestsellerMonthlyRows({ row }: Rows): void {
  row(
    'bestsellerMonthly: the list of a category and those below it, by sex and age; ties by day',
    async (service) => {
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
    },
  );

  row(
    'bestsellerMonthly date: chooses the month, by any of its days; yesterday in Korea by default',
    async (service) => {
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
    },
  );
}
