import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PATHS } from '../../src/portal/contract/paths.ts';
import { createTestApp } from '../support/test-app.ts';

test('every path of the portal contract has a route of its method', async (t) => {
  const { app } = await createTestApp(t);
  const missing = Object.keys(PATHS).filter((name) => {
    const [method, path] = name.split(' ');
    return !app.hasRoute({ method: method === 'GET' ? 'GET' : 'POST', url: `/portal/api${path}` });
  });
  assert.deepEqual(missing, []);
});
