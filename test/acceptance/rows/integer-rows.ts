import assert from 'node:assert/strict';
import { type Call, failed, itemIds, type Rows, succeeded } from '../rows.ts';

/** What no integer parameter takes, besides numbers out of range (docs/rules/interface.md#parameters). */
export const NO_INTEGERS = ['', '1e2', '0x10', ' 5', '5 ', '+5', '-1', '1.0', '1,0', '５', 'ten'];

/**
 * page and pageSize of a list endpoint (docs/rules/interface.md#item-lists). `list` is a call whose list has 45 entries;
 * `noResult` is the code of the endpoint for a page past the end.
 */
export function integerRows(name: string, { path, parameters }: Call, noResult: string, { row }: Rows): void {
  row(`${name} page: 1 by default`, async ({ client }) => {
    const byDefault = succeeded(await client.call(path, parameters));
    const first = succeeded(await client.call(path, { ...parameters, page: 1 }));
    assert.equal(byDefault.data.currentPage, 1);
    assert.deepEqual(byDefault.data.items, first.data.items);
  });

  row(`${name} pageSize: 20 by default`, async ({ client }) => {
    const { data } = succeeded(await client.call(path, parameters));
    assert.deepEqual([data.pageSize, data.items.length], [20, 20]);
  });

  row(`pageSize: 1 and 100 are allowed on ${name}`, async ({ client }) => {
    const one = succeeded(await client.call(path, { ...parameters, pageSize: 1 }));
    const most = succeeded(await client.call(path, { ...parameters, pageSize: 100 }));
    assert.deepEqual([one.data.items.length, most.data.items.length], [1, 45]);
  });

  row(`400 PARAM_006: pageSize outside of 1 to 100, or no integer, on ${name}`, async ({ client }) => {
    for (const pageSize of ['0', '101', '4294967297', '99999999999999999999', ...NO_INTEGERS]) {
      failed(await client.call(path, { ...parameters, pageSize }), 400, 'PARAM_006');
    }
  });

  row(
    `page past the end: 404 ${noResult} with totalCount and the last page on ${name}`,
    async ({ client }) => {
      const message = failed(await client.call(path, { ...parameters, page: 4 }), 404, noResult);
      assert.match(message, /\b45\b/);
      assert.match(message, /\b3\b/);
      failed(await client.call(path, { ...parameters, page: 1_000_000, pageSize: 100 }), 404, noResult);
    },
  );

  row(`totalCount: every entry of ${name} is on exactly one page`, async ({ client }) => {
    for (const pageSize of [7, 20, 45]) {
      const pages = Array.from({ length: Math.ceil(45 / pageSize) }, (_, index) =>
        client.call(path, { ...parameters, page: index + 1, pageSize }),
      );
      const ids = (await Promise.all(pages)).flatMap((answer) => itemIds(succeeded(answer)));
      assert.equal(ids.length, 45);
      assert.equal(new Set(ids).size, 45);
    }
  });
}
