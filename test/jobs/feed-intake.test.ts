import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { createFeedIntake } from '../../src/jobs/feed-intake.ts';
import { createFileIntakeBoard } from '../../src/store/files/intake-board.ts';
import { feedIntakeContract } from '../contracts/catalog/feed-intake-contract.ts';
import { catalogFile } from '../store/sqlite/catalog/catalog-file.ts';
import { fixedClock } from '../support/fixed-clock.ts';
import { type Cleanup, tempDir } from '../support/temp-dir.ts';

feedIntakeContract('data folder', (t) => {
  const { path, catalog, clock } = catalogFile(t);
  const intake = createFeedIntake({
    openBoard: createFileIntakeBoard,
    entry: new URL('../../bin/feed-thread.ts', import.meta.url),
    dataDir: dirname(path),
    currency: 'KRW',
    clock,
    onProblem: (error) => assert.fail(String(error)),
  });
  t.after(() => intake.close());
  return { intake, catalog };
});

/** An intake whose threads die, with what they died of. */
function dyingIntake(t: Cleanup, dataDir = tempDir(t)) {
  const problem = Promise.withResolvers<unknown>();
  const intake = createFeedIntake({
    openBoard: createFileIntakeBoard,
    entry: new URL('./feed-crash-child.ts', import.meta.url),
    dataDir,
    currency: 'KRW',
    clock: fixedClock('2026-11-21T12:00:00+09:00'),
    onProblem: problem.resolve,
  });
  return { intake, dataDir, problem: problem.promise };
}

test('a check that dies is told without its cause, which is for the log; the next file is welcome', async (t) => {
  const { intake, dataDir, problem } = dyingIntake(t);
  assert.equal(await intake.begin('shop.jsonl', 2), true);
  assert.equal(await intake.add(1, 0, Buffer.from('{}')), true);
  assert.match(String(await problem), /the disk is full/);
  // The thread ends a moment after it has told why.
  while ((await intake.state()).stage === 'checking') await setImmediate();
  assert.deepEqual(await intake.state(), {
    stage: 'unreadable',
    intakeId: 1,
    name: 'shop.jsonl',
    bytes: 2,
    reason: null,
  });
  assert.equal(existsSync(join(dataDir, 'intake', 'feed-1')), false);
  assert.equal(await intake.begin('next.jsonl', 2), true);
  await intake.close();
});

test('of two pieces that arrive at once with one offset, one is taken', async (t) => {
  const { intake, dataDir } = dyingIntake(t);
  await intake.begin('shop.jsonl', 100);
  const pieces = [Buffer.from('first'), Buffer.from('other')];
  const taken = await Promise.all(pieces.map((piece) => intake.add(1, 0, piece)));
  assert.deepEqual(taken, [true, false]);
  assert.equal(readFileSync(join(dataDir, 'intake', 'feed-1'), 'utf8'), 'first');
  assert.equal(await intake.add(1, 5, Buffer.from('next')), true);
  await intake.close();
});

test('what a killed process left behind is deleted at the next start, and nothing is left by one that ends', async (t) => {
  const dataDir = tempDir(t);
  const folder = join(dataDir, 'intake');
  mkdirSync(folder);
  writeFileSync(join(folder, 'feed-7'), 'half a feed');
  const { intake } = dyingIntake(t, dataDir);
  assert.equal(existsSync(folder), false);
  await intake.begin('shop.jsonl', 100);
  await intake.add(1, 0, Buffer.from('x'));
  await intake.close();
  assert.equal(existsSync(folder), false);
});
