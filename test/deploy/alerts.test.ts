import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createMetrics } from '../../src/http/metrics.ts';

const root = join(import.meta.dirname, '../..');

/** Names of our own figures in a text. */
function namesIn(text: string): Set<string> {
  return new Set(
    [...text.matchAll(/\bseoga_[a-z_]+/g)].map(([name]) => name.replace(/_(count|bucket|sum)$/, '')),
  );
}

test('the alert rules name only figures that exist', async () => {
  const metrics = createMetrics();
  // Some figures are those of instances that share a store.
  metrics.setShared({ open: 1, idle: 1, waiting: 0, replicaAgeMs: 0, runsJobs: true });
  const known = namesIn(await metrics.text());
  const named = namesIn(readFileSync(join(root, 'deploy/prometheus/alerts.yml'), 'utf8'));
  assert.ok(named.size > 3);
  const unknown = [...named].filter((name) => !known.has(name));
  assert.deepEqual(unknown, []);
});
