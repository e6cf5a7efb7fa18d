import assert from 'node:assert/strict';
import { jsonLines } from './json-lines.ts';
import { type ServerProcess, startServer } from './server-process.ts';
import { smallShop } from './small-shop.ts';
import type { Cleanup } from './temp-dir.ts';

/** A server with a small shop, its lists published, and one key. */
export async function startShop(
  t: Cleanup,
  environment: Readonly<Record<string, string>>,
): Promise<{ server: ServerProcess; key: string }> {
  const server = await startServer(t, { environment });
  const input = jsonLines(smallShop);
  assert.equal((await server.seoga(['import', '-'], { input })).code, 0);
  const [ranked, , issued] = await server.seogaEach([
    ['rank'],
    ['account', 'create', '--email', 'a@books.example', '--name', 'A'],
    ['key', 'issue', '--account', 'a@books.example'],
  ]);
  assert.equal(ranked?.code, 0, ranked?.stderr);
  return { server, key: issued?.stdout.trim() ?? '' };
}
