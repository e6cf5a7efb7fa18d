import assert from 'node:assert/strict';
import { FILES, failed, ITEM_DETAIL, MONTHLY, type Rows, SUCCESSES, succeeded } from '../rows.ts';

/** How answers are made: docs/api.md. Compression, and when a tag changes: test/v1/answers.test.ts. */
export function answerRows(rows: Rows): void {
  metaRows(rows);
  cachingRows(rows);
  languageRows(rows);
}

function metaRows({ row }: Rows): void {
  row('meta: addresses never come from Host or X-Forwarded headers', async ({ client }) => {
    const headers = {
      Host: 'evil.example',
      'X-Forwarded-Host': 'evil.example',
      'X-Forwarded-Proto': 'ftp',
      Forwarded: 'host=evil.example',
    };
    const answer = await client.call(ITEM_DETAIL, { searchType: 'ItemId', query: 1009 }, { headers });
    assert.ok(succeeded(answer).data.meta.apiLink?.startsWith(`${client.baseUrl}/v1/`));
    assert.doesNotMatch(answer.text, /evil|ftp:/);
  });
}

function cachingRows({ row }: Rows): void {
  row('caching: private, for at most 300 s, different by key and encoding', async ({ client }) => {
    for (const { path, parameters } of [...SUCCESSES, ...FILES]) {
      const { headers } = await client.call(path, parameters);
      const maxAge = Number(/^private, max-age=(\d+)$/.exec(headers['cache-control'] ?? '')?.[1]);
      assert.ok(maxAge >= 1 && maxAge <= 300, path);
      const vary = String(headers.vary).toLowerCase().split(/, */);
      for (const name of ['accept-encoding', 'x-api-key']) assert.ok(vary.includes(name), path);
    }
    const failure = await client.call(MONTHLY);
    assert.equal(failure.headers['cache-control'], 'no-store');
  });

  row(
    '304: If-None-Match with the ETag of the same data, weak for JSON, strong for files, alone, in a list, or as *',
    async ({ client }) => {
      for (const { path, parameters } of [...SUCCESSES, ...FILES]) {
        const etag = (await client.call(path, parameters)).headers.etag ?? '';
        const isFile = path.endsWith('/export');
        assert.match(etag, isFile ? /^"[^"]+"$/ : /^W\/"[^"]+"$/);
        const otherKind = isFile ? `W/${etag}` : etag.slice(2);
        for (const header of [etag, otherKind, `"other", ${etag}`, '*']) {
          const answer = await client.call(path, parameters, { headers: { 'If-None-Match': header } });
          assert.deepEqual([answer.status, answer.bytes.length, answer.headers.etag], [304, 0, etag], path);
        }
        const other = await client.call(path, parameters, { headers: { 'If-None-Match': '"other"' } });
        assert.equal(other.status, 200);
      }
    },
  );
}

function languageRows({ row }: Rows): void {
  row('language: messages are English, and Korean when the caller prefers it', async ({ client }) => {
    const english = failed(await client.call(MONTHLY), 400, 'PARAM_001');
    const korean = failed(
      await client.call(MONTHLY, {}, { headers: { 'Accept-Language': 'ko-KR,ko;q=0.9,en;q=0.8' } }),
      400,
      'PARAM_001',
    );
    assert.doesNotMatch(english, /\p{scx=Hang}/u);
    assert.match(korean, /\p{scx=Hang}/u);
  });
}
