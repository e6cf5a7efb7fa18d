import assert from 'node:assert/strict';
import { once } from 'node:events';
import { statSync, writeFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { ACCOUNTS_FILE } from '../../src/store/sqlite/database.ts';
import { feedLines } from '../feeds/feed-senders.ts';
import { eventually } from '../support/eventually.ts';
import { freePort, outputOf, refusedWith, runSeogaEach, startServer } from '../support/server-process.ts';
import { book } from '../support/small-shop.ts';
import { tempDir } from '../support/temp-dir.ts';

test('a token of the command line brings feeds to both ports until it is revoked, and metrics count them', async (t) => {
  const opsPort = await freePort();
  const server = await startServer(t, {
    environment: { SEOGA_OPS_PORT: String(opsPort), SEOGA_OPS_PUBLIC: '1' },
  });
  const issue = ['token', 'issue', '--name', 'erp'];
  const [issued, twice] = await server.seogaEach([issue, issue]);
  const token = outputOf(issued).trim();
  assert.match(token, /^seoga_ops_[0-9A-Za-z]{38}$/);
  refusedWith(twice, 1, /./);

  const ops = `http://127.0.0.1:${opsPort}`;
  const send = async (body: Buffer, base = ops) => {
    const headers = { authorization: `Bearer ${token}` };
    const post = { method: 'POST', body: new Uint8Array(body), headers };
    return (await fetch(`${base}/ops/v1/feed`, post)).status;
  };
  assert.equal(await send(feedLines([book(1, '하나')])), 200);
  assert.equal(await send(gzipSync(feedLines([book(2, '둘')])), server.address), 200);
  assert.equal((await fetch(`${ops}/ops/v1/feed`)).status, 405);
  assert.equal(await tooLarge(opsPort, token), 413);

  const path = join(tempDir(t), 'shop.jsonl');
  writeFileSync(path, feedLines([book(3, '셋')]));
  outputOf(await server.seoga(['import', path]));
  const metrics = await eventually(
    async () => (await fetch(`${ops}/metrics`)).text(),
    (text) => text.includes('seoga_imports_total{by="command",outcome="imported"} 1'),
  );
  assert.match(metrics, /seoga_imports_total\{by="token",outcome="imported"\} 2/);

  outputOf(await server.seoga(['token', 'revoke', '--name', 'erp']));
  assert.equal(await send(feedLines([book(4, '넷')])), 401);
  assert.match((await server.seoga(['token', 'list'])).stdout, /^erp {2}issued .* revoked /);
});

/** The status of a request that announces more than is taken. */
async function tooLarge(port: number, token: string): Promise<number | undefined> {
  const request = httpRequest({
    ...{ port, host: '127.0.0.1', method: 'POST', path: '/ops/v1/feed' },
    headers: { authorization: `Bearer ${token}`, 'content-length': String(50 * 1024 * 1024 + 1) },
  });
  request.on('error', () => {});
  request.flushHeaders();
  const [response] = await once(request, 'response');
  request.destroy();
  return response.statusCode;
}

test('seoga imports undo leaves a line in the audit log, a dry run and a refusal leave none', async (t) => {
  const dataDir = tempDir(t);
  const feed = join(dataDir, 'feed.jsonl');
  writeFileSync(feed, feedLines([book(1, '책')]));
  const undo = ['imports', 'undo', '1'];
  const commands = [['import', feed], [...undo, '--dry-run'], ['imports', 'undo', '99'], undo];
  const [imported, dry, unknown, undone] = await runSeogaEach(dataDir, commands);
  [imported, dry, undone].forEach(outputOf);
  refusedWith(unknown, 1, /./);
  const db = new DatabaseSync(join(dataDir, ACCOUNTS_FILE), { readOnly: true });
  const audit = db.prepare("SELECT actor, target, detail FROM audit WHERE action = 'feed.undone'").all();
  db.close();
  const written = audit.map((row) => ({ ...row }));
  assert.deepEqual(written, [{ actor: 'command', target: 'feed', detail: '{"import":1}' }]);
});

const BOOKS = 6_000;
/** Beside what a single commit needs. */
const KEPT_MAX_BYTES = 16 * 1024 * 1024;

test('the write-ahead log of a large import does not stay on the disk while the server goes on', async (t) => {
  const server = await startServer(t);
  const contentDetail = { bookIntroduction: '긴 소개 '.repeat(800) };
  const input = feedLines(
    Array.from({ length: BOOKS }, (_, at) => book(at + 1, `책 ${at}`, { contentDetail })),
  );
  assert.ok(input.length > 2 * KEPT_MAX_BYTES, `${input.length} bytes`);
  outputOf(await server.seoga(['import', '-'], { input }));
  const log = join(server.dataDir, 'catalog.db-wal');
  await eventually(async () => statSync(log).size <= KEPT_MAX_BYTES);
  assert.equal(await server.stop(), 0);
});
