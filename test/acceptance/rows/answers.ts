import assert from 'node:assert/strict';
import { gunzipSync } from 'node:zlib';
import { type Envelope, type Fields, send } from '../client.ts';
import {
  AUTHOR,
  FILES,
  failed,
  ITEM_DETAIL,
  ITEM_LIST,
  MONTHLY,
  type Rows,
  SUCCESSES,
  succeeded,
} from '../rows.ts';
import { STRICT_BASE_URL } from '../service.ts';

/** How answers are made: docs/api.md. */
export function answerRows(rows: Rows): void {
  metaRows(rows);
  textRows(rows);
  pageRows(rows);
  cachingRows(rows);
  languageRows(rows);
}

function metaRows({ row, operatorRow }: Rows): void {
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

  operatorRow('meta: addresses are built from the configured base', async ({ strict }) => {
    assert.equal(strict.server.baseUrl, STRICT_BASE_URL);
    const document = await send(`${strict.server.address}/v1/openapi.json`);
    assert.deepEqual(JSON.parse(document.text).servers, [{ url: STRICT_BASE_URL }]);
    const item = { kind: 'item', itemId: 1, title: '하나', catalog: 'BOOK', categoryIds: ['1'] };
    await strict.command(['import', '-'], `${JSON.stringify(item)}\n`);
    const { data } = succeeded(
      await strict.accounts.other.call(ITEM_DETAIL, { searchType: 'ItemId', query: 1 }),
    );
    assert.equal(data.meta.apiLink, `${STRICT_BASE_URL}${ITEM_DETAIL}?searchType=ItemId&query=1`);
    assert.ok(data.meta.logoUrl?.startsWith(`${STRICT_BASE_URL}/`));
    assert.equal(data.items[0]?.link, `${STRICT_BASE_URL}/goods/1`);
    assert.equal(data.items[0]?.cover, `${STRICT_BASE_URL}/images/substitute/cover/1.svg`);
  });
}

function textRows({ row }: Rows): void {
  row(
    'text: no tags, entities or control characters, NFC; line breaks only in long texts',
    async ({ client }) => {
      const { data } = succeeded(
        await client.call(ITEM_DETAIL, { searchType: 'ItemId', query: 1010, detail: 'Y' }),
      );
      const { title, subTitle, publisher, contentDetail } = data.items[0] ?? {};
      assert.deepEqual([title, subTitle], ['달 & 별', '까치'.normalize('NFC')]);
      assert.match(String(publisher), /^두 ?줄 ?출판$/);
      assert.deepEqual(contentDetail, {
        bookIntroduction: '한 해 < 두 해',
        bookSummary: null,
        tableOfContents: '1장\n\t하나',
      });
    },
  );

  row('goodsType: by default the name of the catalogue', async ({ client }) => {
    const { data } = succeeded(await client.call(ITEM_LIST, { query: '물결' }));
    const types = Object.fromEntries(data.items.map((item) => [String(item.itemId), item.goodsType]));
    assert.deepEqual(types, { 1206: '국내도서', 2206: '외국도서', 3206: 'eBook', 4206: '음반', 5206: 'DVD' });
  });

  row('deals: salePrice is the deal price while the deal lasts', async ({ client }) => {
    const prices = async (query: number) => {
      const { data } = succeeded(await client.call(ITEM_DETAIL, { searchType: 'ItemId', query }));
      return [data.items[0]?.shopPrice, data.items[0]?.salePrice];
    };
    assert.deepEqual(await prices(1004), [12000, 6000]);
    assert.deepEqual(await prices(1008), [10000, 9000]);
  });
}

function pageRows({ row }: Rows): void {
  row(
    'covers: a substitute picture shows title and author, and ?default=404 tells it from a real one',
    async ({ client }) => {
      const { data } = succeeded(await client.call(MONTHLY, { categoryId: '001001' }));
      const item = data.items.find((one) => one.itemId === 1002) ?? {};
      for (const name of ['cover', 'sideCover', 'backCover']) {
        const picture = await send(String(item[name]));
        assert.equal(picture.status, 200);
        assert.match(picture.headers['content-type'] ?? '', /^image\/svg\+xml/);
        assert.match(picture.text, /<svg/);
        assert.equal((await send(`${item[name]}?default=404`)).status, 404);
      }
      const cover = (await send(String(item.cover))).text.replace(/<[^>]*>/g, ' ');
      for (const word of ['구운몽', '무명씨']) assert.match(cover, new RegExp(word));
    },
  );

  row('link: a page that shows the product, its ranks and where the data come from', async ({ client }) => {
    const { data } = succeeded(
      await client.call(ITEM_DETAIL, { searchType: 'ItemId', query: 1001, detail: 'Y' }),
    );
    for (const name of ['link', 'mobileLink']) {
      const page = await send(String(data.items[0]?.[name]));
      assert.deepEqual([page.status, page.headers['content-type']?.split(';')[0]], [200, 'text/html']);
      for (const word of ['홍길동전', '허균', '서가출판', '9788936434595', 'Seoga'])
        assert.match(page.text, new RegExp(word));
    }
    const page = (await send(String(data.items[0]?.link))).text.replace(/<[^>]*>/g, ' ');
    assert.match(page, /\branks?\b.*\b1\b/is);
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

  row('304: other data have another ETag', async ({ client }) => {
    const tags = await Promise.all(
      [{}, { age: 20 }, { sex: 'M' }, { page: 2, pageSize: 2 }, { detail: 'Y' }].map(async (parameters) => {
        return (await client.call(MONTHLY, { categoryId: '001001', ...parameters })).headers.etag;
      }),
    );
    assert.equal(new Set(tags).size, tags.length);
  });

  row('compression: gzip when asked for, with the same data; never brotli', async ({ client }) => {
    for (const { path, parameters } of SUCCESSES.filter((call) => call.path !== AUTHOR)) {
      const plain = succeeded(await client.call(path, parameters));
      const answer = await client.call(path, parameters, { headers: { 'Accept-Encoding': 'br, gzip' } });
      assert.equal(answer.status, 200);
      const isPacked = answer.headers['content-encoding'] === 'gzip';
      assert.ok(isPacked || answer.bytes.length < 2000, `${path} is worth packing`);
      const text = isPacked ? gunzipSync(answer.bytes).toString('utf8') : answer.text;
      assert.deepEqual(withoutTime(JSON.parse(text)), withoutTime(plain));
    }
    const refused = await client.call(
      MONTHLY,
      { categoryId: '001' },
      { headers: { 'Accept-Encoding': 'br, gzip;q=0' } },
    );
    assert.equal(refused.headers['content-encoding'], undefined);
  });
}

function withoutTime(envelope: Envelope): Fields {
  return { ...envelope, data: { ...envelope.data, meta: { ...envelope.data.meta, pubDate: '' } } };
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
