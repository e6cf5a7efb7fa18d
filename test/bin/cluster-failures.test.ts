import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { startCluster } from '../support/cluster.ts';
import { type Fault, type FaultProxy, startFaultProxy } from '../support/fault-proxy.ts';
import { postgresSuite, sharedPostgres } from '../support/postgres-database.ts';

/** Within a second is the promise; a busy machine gets more, but less than a client's patience. */
const ANSWER_MAX_MS = 5_000;
const RETURN_MAX_MS = 20_000;

postgresSuite('an instance whose database is away', () => {
  test('cut or silent: 503 in the envelope, pages go on, and calls are answered again afterwards', async (t) => {
    let proxy: FaultProxy | undefined;
    const cluster = await startCluster(t, {
      count: 1,
      async databaseUrl({ url }) {
        const { port } = await sharedPostgres();
        proxy = await startFaultProxy(t, { targetPort: port });
        return url.replace(`:${port}/`, `:${proxy.port}/`);
      },
    });
    const { stdout: key } = await (async () => {
      await cluster.seoga(['account', 'create', '--email', 'dev@books.example', '--name', 'Dev']);
      return cluster.seoga(['key', 'issue', '--account', 'dev@books.example']);
    })();
    const call = async () => {
      const startMs = performance.now();
      const answer = await fetch(`${cluster.address}/v1/category/list`, {
        headers: { 'X-Api-Key': key.trim() },
      });
      const body = (await answer.json()) as { readonly errorCode: string | null };
      return { status: answer.status, errorCode: body.errorCode, elapsedMs: performance.now() - startMs };
    };
    assert.equal((await call()).errorCode, 'CATEGORY_001');
    for (const fault of ['cut', 'hang'] satisfies Fault[]) {
      proxy?.set(fault);
      const away = await call();
      assert.deepEqual([away.status, away.errorCode], [503, 'UPSTREAM_UNAVAILABLE'], fault);
      assert.ok(away.elapsedMs < ANSWER_MAX_MS, `${fault}: ${away.elapsedMs} ms`);
      assert.equal((await fetch(`${cluster.address}/v1/openapi.json`)).status, 200, fault);
      proxy?.set('none');
      const untilMs = performance.now() + RETURN_MAX_MS;
      let back = await call();
      while (back.status === 503 && performance.now() < untilMs) {
        await wait(50);
        back = await call();
      }
      assert.deepEqual([back.status, back.errorCode], [404, 'CATEGORY_001'], fault);
    }
  });
});
