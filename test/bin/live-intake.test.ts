import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import iconv from 'iconv-lite';
import { ACCOUNTS_FILE } from '../../src/store/sqlite/database.ts';
import { decide } from '../support/decide.ts';
import { eventually } from '../support/eventually.ts';
import { jsonLines } from '../support/json-lines.ts';
import { freePort, startServer } from '../support/server-process.ts';
import { book } from '../support/small-shop.ts';
import { tempDir } from '../support/temp-dir.ts';

const linesOf = (...lines: readonly object[]) => jsonLines(lines);
const shop = linesOf(...Array.from({ length: 30 }, (_, at) => book(at + 1, `책 ${at + 1}`)));

const MAPPING = {
  columns: { 번호: 'itemId', 도서명: 'title', 정가: 'shopPrice' },
  constants: { catalog: 'BOOK', categoryIds: ['001'] },
};

/** A shop's own file, in the encoding of Korean spreadsheets. */
function csvOf(first: number, last: number): Buffer {
  const rows = Array.from(
    { length: last - first + 1 },
    (_, at) => `${first + at},뷁 책 ${first + at},"12,000원"`,
  );
  return iconv.encode(`번호,도서명,정가\n${rows.join('\n')}\n`, 'cp949');
}

describe('feeds of running shops', () => {
  test('a token brings feeds over HTTP, until it is revoked', async (t) => {
    const opsPort = await freePort();
    const server = await startServer(t, {
      environment: { SEOGA_OPS_PORT: String(opsPort), SEOGA_OPS_PUBLIC: '1' },
    });
    const issued = await server.seoga(['token', 'issue', '--name', 'erp']);
    assert.equal(issued.code, 0, issued.stderr);
    const token = issued.stdout.trim();
    assert.match(token, /^seoga_ops_[0-9A-Za-z]{38}$/);
    assert.equal((await server.seoga(['token', 'issue', '--name', 'erp'])).code, 1);

    const ops = `http://127.0.0.1:${opsPort}`;
    const send = async (
      body: string | Buffer,
      headers: Record<string, string> = {},
      base = ops,
      query = '',
    ) => {
      const response = await fetch(`${base}/ops/v1/feed${query}`, {
        method: 'POST',
        body: Buffer.from(body),
        headers: { authorization: `Bearer ${token}`, ...headers },
      });
      return { status: response.status, text: await response.text() };
    };
    const first = await send(shop, { 'idempotency-key': 'night-1' });
    assert.equal(first.status, 200, first.text);
    assert.equal(JSON.parse(first.text).counts.item.added, 30);
    assert.deepEqual(await send(shop, { 'idempotency-key': 'night-1' }), first, 'the first answer again');
    const zipped = await send(
      gzipSync(linesOf(book(31, '책 31'))),
      { 'content-type': 'application/gzip' },
      server.address,
    );
    assert.equal(JSON.parse(zipped.text).counts.item.added, 1, 'on the port of the API, too');

    const removals = linesOf(...Array.from({ length: 20 }, (_, at) => ({ kind: 'remove', itemId: at + 1 })));
    const braked = await send(removals);
    assert.deepEqual([braked.status, JSON.parse(braked.text).imported], [409, false]);
    assert.match(JSON.parse(braked.text).message, /remove 20 of 31 items/);
    assert.equal((await send(removals, {}, ops, '?force=1')).status, 200);
    assert.equal((await send('')).status, 400);
    assert.equal((await send(shop, { authorization: 'Bearer wrong' })).status, 401);
    assert.equal((await fetch(`${ops}/ops/v1/feed`)).status, 405);
    assert.equal(await tooLarge(opsPort, token), 413);

    const imports = (await server.seoga(['imports'])).stdout;
    assert.match(imports, /live feed as jsonl {2}by token:erp/);
    assert.equal((await server.seoga(['token', 'revoke', '--name', 'erp'])).code, 0);
    assert.equal((await send(shop)).status, 401);
    assert.match((await server.seoga(['token', 'list'])).stdout, /^erp {2}issued .* revoked /);
  });

  test('a CSV comes in over HTTP with a mapping that is kept by name', async (t) => {
    const opsPort = await freePort();
    const mapFile = join(tempDir(t), 'map.json');
    writeFileSync(mapFile, JSON.stringify(MAPPING));
    const server = await startServer(t, {
      environment: { SEOGA_OPS_PORT: String(opsPort) },
    });
    await decide(server.dataDir, ({ feedMappings }) => feedMappings.keep('도서', JSON.stringify(MAPPING)));
    const token = (await server.seoga(['token', 'issue', '--name', 'erp'])).stdout.trim();
    const send = async (body: Buffer, query: string) => {
      const response = await fetch(`http://127.0.0.1:${opsPort}/ops/v1/feed?${query}`, {
        method: 'POST',
        body: new Uint8Array(body),
        headers: { authorization: `Bearer ${token}` },
      });
      return { status: response.status, report: JSON.parse(await response.text()) };
    };
    const map = `map=${encodeURIComponent('도서')}`;
    const plain = await send(csvOf(1, 25), map);
    assert.deepEqual([plain.status, plain.report.counts.item.added], [200, 25], JSON.stringify(plain));
    assert.equal(plain.report.unit, 'row');
    const zipped = await send(gzipSync(csvOf(26, 30)), `${map}&encoding=cp949&delimiter=%2C&format=csv`);
    assert.equal(zipped.report.counts.item.added, 5);
    const unmapped = await send(csvOf(1, 2), '');
    assert.equal(unmapped.status, 400);
    assert.match(unmapped.report.message, /the header \(번호, 도서명, 정가\) uses none of our column names/);
    const refusals: readonly (readonly [query: string, message: string])[] = [
      ['dry=1', 'dry: this request takes full, force, dryRun, format, map, encoding, delimiter, each once'],
      ['dryRun=yes', 'dryRun is "yes": it takes 1 or 0'],
      ['format=pdf', 'format is "pdf": it takes jsonl, csv, xlsx, onix, nlk'],
      [
        'encoding=latin9',
        'encoding is "latin9": it takes utf-8, cp949, utf-16, windows-1252, shift_jis, euc-jp, gb18030',
      ],
      ['map=books', 'map is "books": the console has saved no mapping of this name'],
    ];
    for (const [query, message] of refusals) {
      const { status, report } = await send(csvOf(1, 2), query);
      assert.deepEqual([status, report.message], [400, message]);
    }

    writeFileSync(mapFile, linesOf(book(50, '명령줄')));
    const byCommand = await server.seoga(['import', mapFile]);
    assert.equal(byCommand.code, 0, byCommand.stderr);
    assert.deepEqual(auditedImports(server.dataDir), [
      'token:erp live feed',
      'token:erp live feed',
      'command map.json',
    ]);
    const metrics = await metricsWith(opsPort, 'seoga_imports_total{by="command",outcome="imported"} 1');
    assert.match(metrics, /seoga_imports_total\{by="token",outcome="imported"\} 2/);
  });
});

/** Who imported which file, by the audit log. */
function auditedImports(dataDir: string): string[] {
  const db = new DatabaseSync(join(dataDir, ACCOUNTS_FILE), { readOnly: true });
  try {
    const rows = db
      .prepare(
        "SELECT actor, detail ->> 'name' AS name FROM audit WHERE action = 'feed.imported' ORDER BY audit_id",
      )
      .all();
    return rows.map(({ actor, name }) => `${actor} ${name}`);
  } finally {
    db.close();
  }
}

/** The metrics as soon as they have a line; they follow an import within seconds. */
function metricsWith(opsPort: number, line: string): Promise<string> {
  return eventually(
    async () => (await fetch(`http://127.0.0.1:${opsPort}/metrics`)).text(),
    (text) => text.includes(line),
  );
}

/** The status of a request that announces more than is taken. */
async function tooLarge(port: number, token: string): Promise<number | undefined> {
  const request = httpRequest({
    port,
    host: '127.0.0.1',
    method: 'POST',
    path: '/ops/v1/feed',
    headers: { authorization: `Bearer ${token}`, 'content-length': String(50 * 1024 * 1024 + 1) },
  });
  request.on('error', () => {});
  request.flushHeaders();
  const [response] = await once(request, 'response');
  request.destroy();
  return response.statusCode;
}
