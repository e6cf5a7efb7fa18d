import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ENDPOINTS } from '../src/v1/routes.ts';
import { createTestApp } from './support/test-app.ts';

test('openapi.json in the repository is what the service answers (npm run openapi writes it anew)', async (t) => {
  const app = await createTestApp(t, { environment: { SEOGA_BASE_URL: 'http://127.0.0.1:8080' } });
  const served = (await app.app.inject({ url: '/v1/openapi.json' })).json();
  const committed = JSON.parse(readFileSync(join(import.meta.dirname, '..', 'openapi.json'), 'utf8'));
  assert.deepEqual(served, committed);
});

test('every endpoint is documented with its parameters, its errors and the key, and nothing else is', async (t) => {
  const app = await createTestApp(t);
  const { paths } = (await app.app.inject({ url: '/v1/openapi.json' })).json();
  assert.deepEqual(Object.keys(paths).sort(), ENDPOINTS.map((endpoint) => endpoint.path).sort());
  for (const endpoint of ENDPOINTS) {
    const { get } = paths[endpoint.path];
    assert.equal(get.operationId, endpoint.name);
    assert.deepEqual(get.security, [{ apiKey: [] }]);
    const parameters = (get.parameters ?? []).map((parameter: { name: string }) => parameter.name);
    assert.deepEqual(parameters, Object.keys(endpoint.parameters.properties));
    const described = JSON.stringify(get.responses);
    for (const code of endpoint.errors) assert.ok(described.includes(code), `${endpoint.name} ${code}`);
  }
});
