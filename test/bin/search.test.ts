import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { INDEX_FILE } from '../../src/search/runtime/index-file.ts';
import { eventually } from '../support/eventually.ts';
import { jsonLines } from '../support/json-lines.ts';
import { issueKey, type ServerProcess, startServer } from '../support/server-process.ts';
import { book } from '../support/small-shop.ts';
import { tempDir } from '../support/temp-dir.ts';

/** The answer, once the server has an index: on a busy machine it listens before. */
async function search(server: ServerProcess, key: string, query: string) {
  const address = `${server.address}/v1/goods/itemList?query=${encodeURIComponent(query)}`;
  const look = async () => {
    const answer = await fetch(address, { headers: { 'x-api-key': key } });
    const body = (await answer.json()) as { data: { totalCount?: number } };
    return { status: answer.status, totalCount: body.data.totalCount ?? 0 };
  };
  return eventually(look, ({ status }) => status !== 503);
}

suite('search beside a running server', () => {
  test('kill -9 while the index is built and saved: the next start finds every item', async (t) => {
    const dataDir = tempDir(t);
    const limits = {
      SEOGA_BURST: '1000000',
      SEOGA_BURST_PER_SECOND: '1000000',
      SEOGA_DAILY_QUOTA: '1000000',
    };
    let server = await startServer(t, { dataDir, environment: limits });
    const key = await issueKey(server);
    let items = 0;
    for (let round = 0; round < 2; round++) {
      // More than the index takes beside its segment, so that the server builds and saves a new one.
      const lines = Array.from({ length: 2_500 }, (_, i) => book(items + i + 1, `하늘 ${round}`));
      const { code, stderr } = await server.seoga(['import', '-'], { input: jsonLines(lines) });
      assert.equal(code, 0, stderr);
      items += lines.length;
      // The first kill meets a whole file or none yet, the others any moment of a build.
      if (round === 0) {
        await eventually(() => existsSync(join(dataDir, INDEX_FILE)));
      } else await setTimeout(Math.random() * 600);
      await server.kill();
      server = await startServer(t, { dataDir, environment: limits });
      assert.deepEqual(await search(server, key, '하늘'), { status: 200, totalCount: items });
      assert.equal((await search(server, key, `하늘 ${round}`)).totalCount, lines.length);
    }
    assert.equal(await server.stop(), 0);
  });
});
