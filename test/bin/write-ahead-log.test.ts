import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { eventually } from '../support/eventually.ts';
import { startServer } from '../support/server-process.ts';
import { book } from '../support/small-shop.ts';

const BOOKS = 6_000;
/** Beside what a single commit needs. */
const KEPT_MAX_BYTES = 16 * 1024 * 1024;

test('the write-ahead log of a large import does not stay on the disk while the server goes on', async (t) => {
  const server = await startServer(t);
  const text = '긴 소개 '.repeat(800);
  let bytes = 0;
  const lines = Array.from({ length: BOOKS }, (_, at) => {
    const line = `${JSON.stringify(book(at + 1, `책 ${at}`, { contentDetail: { bookIntroduction: text } }))}\n`;
    bytes += Buffer.byteLength(line);
    return line;
  });
  assert.ok(bytes > 2 * KEPT_MAX_BYTES, `${bytes} bytes`);
  const { code, stderr } = await server.seoga(['import', '-'], { input: lines.join('') });
  assert.equal(code, 0, stderr);
  const log = join(server.dataDir, 'catalog.db-wal');
  await eventually(async () => statSync(log).size <= KEPT_MAX_BYTES);
  assert.equal(await server.stop(), 0);
});
