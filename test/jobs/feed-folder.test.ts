import assert from 'node:assert/strict';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createFeedFolder } from '../../src/jobs/feed-folder.ts';
import { fixedClock } from '../support/fixed-clock.ts';
import { tempDir } from '../support/temp-dir.ts';

test('a feed folder that is away is logged once, and again when it goes away again', async (t) => {
  const folder = join(tempDir(t), 'feeds');
  const problems: unknown[] = [];
  const feeds = createFeedFolder({
    folder,
    entry: new URL('file:///not-needed.ts'),
    dataDir: tempDir(t),
    currency: 'KRW',
    clock: fixedClock('2026-11-21T12:00:00+09:00'),
    mappings: {
      list: async () => [],
      find: async () => null,
      keep: async () => {},
      remove: async () => false,
    },
    auditTrail: { record: async () => {} },
    onFile: (line) => assert.fail(line),
    onProblem: (problem) => problems.push(problem),
  });
  for (let time = 0; time < 3; time++) await feeds.look();
  assert.equal(problems.length, 1);
  assert.match(String(problems[0]), /ENOENT.*feeds/);
  mkdirSync(folder);
  await feeds.look();
  assert.equal(problems.length, 1);
  rmSync(folder, { recursive: true });
  for (let time = 0; time < 3; time++) await feeds.look();
  assert.equal(problems.length, 2);
});
