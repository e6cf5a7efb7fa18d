import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { createTestApp } from '../support/test-app.ts';

const CONTRACT = resolve(import.meta.dirname, '../../src/portal/paths-contract.ts');

test('every path of the portal contract has a route of its method', async (t) => {
  const { app } = await createTestApp(t);
  const text = readFileSync(CONTRACT, 'utf8');
  const paths = [...text.matchAll(/^ {2}'(\/[^']+)': (Get|Post|Upload)</gm)].map(([, path, kind]) => ({
    method: kind === 'Get' ? ('GET' as const) : ('POST' as const),
    url: `/portal/api${path}`,
  }));
  assert.deepEqual(
    paths.filter((route) => !app.hasRoute(route)),
    [],
  );
  assert.ok(paths.length > 70, 'the paths were found');
});
