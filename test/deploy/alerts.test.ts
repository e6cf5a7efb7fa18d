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

for (const file of ['deploy/prometheus/alerts.yml', 'docs/operate.md']) {
  test(`${file} names only figures that exist`, async () => {
    const metrics = createMetrics();
    // Some figures are those of instances that share a store.
    metrics.setShared({ open: 1, idle: 1, waiting: 0, replicaAgeMs: 0, runsJobs: true });
    const known = namesIn(await metrics.text());
    const named = namesIn(readFileSync(join(root, file), 'utf8'));
    assert.ok(named.size > 0, file);
    const unknown = [...named].filter((name) => !known.has(name));
    assert.deepEqual(unknown, []);
  });
}
