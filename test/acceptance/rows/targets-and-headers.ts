import assert from 'node:assert/strict';
import { type Answer, send } from '../client.ts';
import {
  FAILURES,
  failed,
  ITEM_DETAIL,
  ITEM_LIST,
  ITEM_LISTS,
  MONTHLY,
  type Rows,
  succeeded,
} from '../rows.ts';

/** The form of the query, and what headers say: docs/api.md#headers. Other targets: test/http/protocol.test.ts. */
export function targetAndHeaderRows(rows: Rows): void {
  formRows(rows);
  headerRows(rows);
}

function formRows({ row }: Rows): void {
  row(
    '400 COMMON_400: the form of the query, after the key and before the parameters',
    async ({ client }) => {
      failed(await client.call(MONTHLY, 'a=%zz', { key: null }), 401, 'AUTH_001');
      failed(await client.call(MONTHLY, 'a=%zz', { key: 'x' }), 401, 'AUTH_002');
      const answer = await client.call(MONTHLY, 'a=%zz');
      failed(answer, 400, 'COMMON_400');
      assert.match(String(answer.headers.ratelimit), /"daily"/, 'it counts like any call after the key');
    },
  );
}

function headerRows({ row }: Rows): void {
  row('Seoga-Ignored: names the parameters that an endpoint does not know', async ({ client }) => {
    const answer = await client.call(ITEM_LIST, { query: '서가문고', pagesize: 1, MaxResults: 2 });
    assert.equal(answer.headers['seoga-ignored'], 'pagesize, MaxResults');
    assert.ok(succeeded(answer).data.items.length > 1, 'the default page size holds');
    const known = await client.call(ITEM_LIST, { query: '서가문고', pageSize: 1 });
    assert.equal(known.headers['seoga-ignored'], undefined);
  });

  row('Link: pages of lists lead to the first, previous, next and last one', async ({ client }) => {
    for (const { path, parameters } of ITEM_LISTS.filter((list) => list.path !== ITEM_DETAIL)) {
      const page = async (number: number) => client.call(path, { ...parameters, pageSize: 1, page: number });
      const first = await page(1);
      const last = succeeded(first).data.totalCount;
      if (last < 3) continue;
      const links = linksOf(await page(2));
      assert.deepEqual([...links.keys()].sort(), ['first', 'last', 'next', 'prev'], path);
      assert.equal(pageOf(links.get('first')), '1');
      assert.equal(pageOf(links.get('prev')), '1');
      assert.equal(pageOf(links.get('next')), '3');
      assert.equal(pageOf(links.get('last')), String(last));
      assert.equal(linksOf(first).has('prev'), false);
      assert.equal(linksOf(await page(last)).has('next'), false);
    }
  });

  row('Link: every failure leads to the page about its code', async ({ client }) => {
    for (const { path, parameters, code } of FAILURES) {
      const help = linksOf(await client.call(path, parameters)).get('help');
      assert.equal(help, `${client.baseUrl}/docs/errors/${code}`);
      const page = await send(String(help));
      assert.equal(page.status, 200);
      assert.ok(page.text.includes(code));
    }
  });
}

/** Addresses of the Link header by their relation. */
function linksOf({ headers }: Answer): ReadonlyMap<string, string> {
  const found = String(headers.link ?? '').matchAll(/<([^>]+)>; rel="(\w+)"/g);
  return new Map([...found].map(([, address = '', relation = '']) => [relation, address]));
}

function pageOf(address: string | undefined): string | null {
  return new URL(String(address), 'http://localhost').searchParams.get('page');
}
