import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startServer } from './support/server-process.ts';
import { tempDir } from './support/temp-dir.ts';

interface OpenApi {
  readonly paths: Readonly<Record<string, { readonly get: { readonly parameters: readonly Parameter[] } }>>;
}

interface Parameter {
  readonly name?: string;
  readonly required?: boolean;
  readonly example?: string;
}

test('every operation answers 200 on the demo catalogue when called with the examples of its document', async (t) => {
  const dataDir = tempDir(t);
  const environment = { SEOGA_BURST: '100', SEOGA_BURST_PER_SECOND: '100' };
  const empty = await startServer(t, { dataDir, environment });
  const loaded = await empty.seoga(['demo', '--items', '2000', '--months', '14']);
  assert.equal(loaded.code, 0, loaded.stderr);
  await empty.stop();
  const server = await startServer(t, { dataDir, environment });
  const account = ['--email', 'dev@books.example'];
  await server.seoga(['account', 'create', ...account, '--name', 'Dev']);
  const { stdout } = await server.seoga(['key', 'issue', '--account', 'dev@books.example']);
  const document = (await (await fetch(`${server.address}/v1/openapi.json`)).json()) as OpenApi;
  const paths = Object.entries(document.paths);
  assert.ok(paths.length > 20);
  for (const [path, { get }] of paths) {
    const query = new URLSearchParams();
    for (const { name, required, example } of get.parameters) {
      if (required !== true || name === undefined) continue;
      assert.equal(typeof example, 'string', `${path}: ${name} has an example`);
      query.set(name, String(example));
    }
    const answer = await fetch(`${server.address}${path}?${query}`, {
      headers: { 'X-Api-Key': stdout.trim() },
    });
    assert.equal(answer.status, 200, `${path}?${query}: ${await answer.text()}`);
  }
  await server.stop();
});
