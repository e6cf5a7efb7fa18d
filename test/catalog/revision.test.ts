import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inOneRevision, perRevision, type Revision } from '../../src/catalog/revision.ts';
import { StoreUnavailableError } from '../../src/sql-database.ts';

/** A revision that a test moves. */
function revisionFrom(number: number) {
  const revision = { number, current: () => revision.number, latest: async () => revision.number };
  return revision satisfies Revision & { number: number };
}

test('a value is made once for each revision and key, and a failure is not kept', async () => {
  const revision = revisionFrom(1);
  const made: string[] = [];
  const find = perRevision(revision, async (key: string) => {
    made.push(`${revision.number}${key}`);
    if (key === 'broken') throw new Error('broken');
    return made.length;
  });
  assert.deepEqual(await Promise.all([find('a'), find('a'), find('b'), find('b')]), [1, 1, 2, 2]);
  revision.number = 2;
  assert.equal(await find('b'), 3);
  for (let times = 0; times < 2; times++) await assert.rejects(find('broken'), /broken/);
  assert.deepEqual(made, ['1a', '1b', '2b', '2broken', '2broken']);
});

for (const [what, moves, fails, outcome, readings] of [
  ['stay as they are', [], [], 1, 1],
  ['move once', [1], [], 2, 2],
  ['move under an error', [1], [1], 2, 2],
  ['stay as they are under an error', [], [1], 'gone', 1],
  ['cannot be read', [1], [1], StoreUnavailableError, 1],
  ['move three times', [1, 2, 3], [2], 4, 4],
  ['move each time', [1, 2, 3, 4], [], StoreUnavailableError, 4],
] as const)
  test(`work on data that ${what}: ${typeof outcome === 'number' ? 'what it made last counts' : 'it fails'}`, async () => {
    const revision = revisionFrom(7);
    let reading = 0;
    const work = inOneRevision(revision, async () => {
      reading += 1;
      if (moves.some((one) => one === reading)) revision.number += 1;
      const Failure = outcome === StoreUnavailableError ? StoreUnavailableError : Error;
      if (fails.some((one) => one === reading)) throw new Failure('gone');
      return reading;
    });
    if (typeof outcome === 'number') assert.equal(await work, outcome);
    else await assert.rejects(work, outcome === 'gone' ? /gone/ : outcome);
    assert.equal(reading, readings);
  });
