import assert from 'node:assert/strict';
import { CATEGORIES, ITEM_DETAIL, ITEM_LIST, type Rows, SUCCESSES, succeeded } from '../rows.ts';

/** Envelope and meta: docs/api.md#envelope. */
export function envelopeRows({ row }: Rows): void {
  row(
    'meta: apiTitle of its own, apiLink, logoUrl, pubDate, query, version 1.0, in this order',
    async ({ client }) => {
      const titles = new Set<string>();
      for (const { path, parameters } of SUCCESSES) {
        const { message, errorCode, data } = succeeded(await client.call(path, parameters));
        assert.deepEqual([message, errorCode], ['OK', null]);
        const { meta } = data;
        assert.deepEqual(Object.keys(meta), [
          'apiTitle',
          'apiLink',
          'logoUrl',
          'pubDate',
          'query',
          'version',
        ]);
        assert.ok(meta.apiLink?.startsWith(client.baseUrl + path));
        assert.match(meta.apiTitle ?? '', /\S/);
        titles.add(meta.apiTitle ?? '');
        assert.equal(meta.version, '1.0');
      }
      assert.equal(titles.size, SUCCESSES.length);
    },
  );

  row(
    'meta apiLink and query: as sent, the query with its "?", empty without parameters',
    async ({ client }) => {
      const hangul = encodeURIComponent('음');
      for (const [path, query] of [
        [ITEM_DETAIL, `?searchType=ItemId&query=1001&extra=${hangul}`],
        [ITEM_LIST, `?query=%EB%aa%A8${hangul}&pageSize=1&&x=+a%20b`],
        [CATEGORIES, ''],
      ] as const) {
        const { meta } = succeeded(await client.call(path, query.slice(1))).data;
        assert.deepEqual([meta.apiLink, meta.query], [client.baseUrl + path + query, query]);
      }
    },
  );

  row('meta pubDate: the time of the answer, ISO 8601 with +09:00', async ({ client }) => {
    const beforeMs = Date.now();
    const pubDate = succeeded(await client.call(CATEGORIES)).data.meta.pubDate ?? '';
    assert.match(pubDate, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?\+09:00$/);
    // A second of tolerance for a form without fractions.
    assert.ok(Date.parse(pubDate) > beforeMs - 1000 && Date.parse(pubDate) <= Date.now());
  });
}
