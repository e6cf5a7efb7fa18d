import assert from 'node:assert/strict';
import { send } from '../client.ts';
import {
  CATEGORIES,
  FAILURES,
  ITEM_DETAIL,
  ITEM_LIST,
  ITEM_LISTS,
  itemIds,
  MONTHLY,
  type Rows,
  SUCCESSES,
  succeeded,
} from '../rows.ts';
import type { Service } from '../service.ts';

/** Envelope, meta and item list: docs/rules/interface.md#envelope. */
export function envelopeRows(rows: Rows): void {
  envelopeFields(rows);
  metaFields(rows);
  listFields(rows);
}

function envelopeFields({ row }: Rows): void {
  const successes = (service: Service) =>
    Promise.all(SUCCESSES.map(({ path, parameters }) => service.client.call(path, parameters)));
  const failures = (service: Service) =>
    Promise.all(FAILURES.map(({ path, parameters }) => service.client.call(path, parameters)));

  row('envelope success: true on a success, false on a failure, never 200 with false', async (service) => {
    for (const answer of await successes(service))
      assert.deepEqual([answer.status, answer.json.success], [200, true]);
    for (const answer of await failures(service)) {
      assert.ok(answer.status >= 400);
      assert.equal(answer.json.success, false);
    }
  });

  row('envelope message: OK on a success, words on a failure', async (service) => {
    for (const answer of await successes(service)) assert.equal(answer.json.message, 'OK');
    for (const answer of await failures(service)) assert.match(answer.json.message, /\w+ \w+/);
  });

  row('envelope errorCode: null on a success, the code on a failure', async (service) => {
    for (const answer of await successes(service)) assert.equal(answer.json.errorCode, null);
    const codes = (await failures(service)).map(({ status, json }) => [status, json.errorCode]);
    assert.deepEqual(
      codes,
      FAILURES.map(({ status, code }) => [status, code]),
    );
  });

  row('envelope data: an object that begins with meta on a success, empty on a failure', async (service) => {
    for (const answer of await successes(service)) assert.equal(Object.keys(answer.json.data)[0], 'meta');
    for (const answer of await failures(service)) assert.deepEqual(answer.json.data, {});
  });

  row('envelope order: success, message, errorCode, data', async (service) => {
    for (const answer of [...(await successes(service)), ...(await failures(service))]) {
      assert.deepEqual(Object.keys(answer.json), ['success', 'message', 'errorCode', 'data']);
    }
  });
}

function metaFields({ row }: Rows): void {
  const metas = async (service: Service) => {
    const answers = SUCCESSES.map(({ path, parameters }) => service.client.call(path, parameters));
    return (await Promise.all(answers)).map((answer) => succeeded(answer).data.meta);
  };

  row(
    'meta order: apiTitle, apiLink, logoUrl, pubDate, query, version, in every success',
    async (service) => {
      for (const meta of await metas(service)) {
        assert.deepEqual(Object.keys(meta), [
          'apiTitle',
          'apiLink',
          'logoUrl',
          'pubDate',
          'query',
          'version',
        ]);
      }
    },
  );

  row('meta apiTitle: another title for each endpoint', async (service) => {
    const titles = (await metas(service)).map((meta) => meta.apiTitle);
    assert.equal(new Set(titles).size, SUCCESSES.length);
    for (const title of titles) assert.match(title ?? '', /\S/);
  });

  row('meta apiLink: the whole address of the request', async ({ client }) => {
    const query = `searchType=ItemId&query=1001&extra=${encodeURIComponent('서가')}`;
    const { data } = succeeded(await client.call(ITEM_DETAIL, query));
    assert.equal(data.meta.apiLink, `${client.baseUrl}${ITEM_DETAIL}?${query}`);
    const bare = succeeded(await client.call(CATEGORIES));
    assert.equal(bare.data.meta.apiLink, `${client.baseUrl}${CATEGORIES}`);
  });

  row('meta logoUrl: the address of a picture, the same everywhere', async (service) => {
    const addresses = new Set((await metas(service)).map((meta) => meta.logoUrl ?? ''));
    assert.equal(addresses.size, 1);
    for (const address of addresses) {
      const logo = await send(address);
      assert.equal(logo.status, 200);
      assert.match(logo.headers['content-type'] ?? '', /^image\//);
    }
  });

  row('meta pubDate: the time of the answer, ISO 8601 with +09:00', async ({ client }) => {
    const beforeMs = Date.now();
    const { data } = succeeded(await client.call(CATEGORIES));
    const pubDate = data.meta.pubDate ?? '';
    assert.match(pubDate, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?\+09:00$/);
    // A second of tolerance for a form without fractions.
    assert.ok(Date.parse(pubDate) > beforeMs - 1000 && Date.parse(pubDate) <= Date.now());
  });

  row('meta query: as sent with its "?", empty without parameters', async ({ client }) => {
    const query = `query=%EC%84%9C%ea%b0%80문고&pageSize=1&&x=+a%20b`.replace(
      '문고',
      encodeURIComponent('문고'),
    );
    assert.equal(succeeded(await client.call(ITEM_LIST, query)).data.meta.query, `?${query}`);
    assert.equal(succeeded(await client.call(CATEGORIES)).data.meta.query, '');
  });

  row('meta version: 1.0, a string', async (service) => {
    for (const meta of await metas(service)) assert.equal(meta.version, '1.0');
  });
}

function listFields({ row }: Rows): void {
  row('item list order: meta, items, currentPage, pageSize, totalCount', async ({ client }) => {
    for (const { path, parameters } of ITEM_LISTS) {
      const { data } = succeeded(await client.call(path, parameters));
      assert.deepEqual(Object.keys(data), ['meta', 'items', 'currentPage', 'pageSize', 'totalCount'], path);
    }
  });

  row('item list meta: names the endpoint that was called', async ({ client }) => {
    for (const { path, parameters } of ITEM_LISTS) {
      const { data } = succeeded(await client.call(path, parameters));
      assert.ok(data.meta.apiLink?.startsWith(client.baseUrl + path), path);
    }
  });

  row('item list items: the entries of the page, in order', async ({ client }) => {
    const parameters = { categoryId: '001001', page: 2, pageSize: 3 };
    assert.deepEqual(itemIds(succeeded(await client.call(MONTHLY, parameters))), [1008]);
  });

  row('item list currentPage: the page asked for, an integer', async ({ client }) => {
    for (const page of [1, 2, 3]) {
      const { data } = succeeded(await client.call(MONTHLY, { categoryId: '001002', page }));
      assert.equal(data.currentPage, page);
    }
  });

  row('item list pageSize: the size asked for, also on a shorter last page', async ({ client }) => {
    const { data } = succeeded(await client.call(MONTHLY, { categoryId: '001002', page: 2, pageSize: 30 }));
    assert.deepEqual([data.pageSize, data.items.length], [30, 15]);
  });

  row('item list totalCount: all entries, whatever the page', async ({ client }) => {
    for (const parameters of [{ page: 1 }, { page: 3 }, { pageSize: 1 }, { pageSize: 100 }]) {
      const { data } = succeeded(await client.call(MONTHLY, { categoryId: '001002', ...parameters }));
      assert.equal(data.totalCount, 45);
    }
  });
}
