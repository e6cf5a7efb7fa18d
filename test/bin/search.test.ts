import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { INDEX_FILE } from '../../src/search/runtime/built-index.ts';
import { eventually } from '../support/eventually.ts';
import { jsonLines } from '../support/json-lines.ts';
import { callApi, issueKey, type ServerProcess, startServer, UNLIMITED } from '../support/server-process.ts';
import { book } from '../support/small-shop.ts';
import { tempDir } from '../support/temp-dir.ts';

/** Status and hits, once the server has an index: on a busy machine it listens before. */
async function search(server: ServerProcess, key: string, query: string) {
  const path = `/v1/goods/itemList?query=${encodeURIComponent(query)}`;
  const answer = await eventually(
    () => callApi(server, path, key),
    ({ status }) => status !== 503,
  );
  return [answer.status, answer.data.totalCount];
}

suite('search beside a running server', () => {
  test('kill -9 while the index is built and saved: the next start finds every item', async (t) => {
    const dataDir = tempDir(t);
    let server = await startServer(t, { dataDir, environment: UNLIMITED });
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
      server = await startServer(t, { dataDir, environment: UNLIMITED });
      assert.deepEqual(await search(server, key, '하늘'), [200, items]);
      assert.deepEqual(await search(server, key, `하늘 ${round}`), [200, lines.length]);
    }
    assert.equal(await server.stop(), 0);
  });
});
