import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { MINUTE_MS, type MinuteCalls } from '../../../src/gate/call-minutes.ts';
import { keepCallMinutes } from '../../../src/store/files/call-minutes-file.ts';
import { tempDir } from '../../support/temp-dir.ts';

const NOON_MS = Date.parse('2026-11-21T12:00:00+09:00');

function minutes(...fine: number[]): MinuteCalls[] {
  return fine.map((count, at) => ({
    atMs: NOON_MS + at * MINUTE_MS,
    fine: count,
    limited: 0,
    refused: 1,
    failed: 0,
  }));
}

test('a restart knows what the processes before it answered, summed by minute', async (t) => {
  const folder = tempDir(t);
  const first = keepCallMinutes(folder);
  assert.deepEqual(await first.others(), []);
  first.publish(() => minutes(5, 6));
  await first.close();

  const second = keepCallMinutes(folder);
  assert.deepEqual(await second.others(), minutes(5, 6));
  // Its first minute has left the hour, the last one began in the process before.
  second.publish(() => minutes(0, 1, 2).slice(1));
  await second.close();
  const [, shared, own] = minutes(0, 7, 2);
  assert.deepEqual(await keepCallMinutes(folder).others(), [{ ...shared, refused: 2 }, own]);
});

test('a file that nobody can read counts as none', async (t) => {
  const folder = tempDir(t);
  for (const text of ['', '{', 'null', '{"atMs":1}', '[null,1,"x",{"atMs":1,"fine":"2"}]']) {
    writeFileSync(join(folder, 'call-minutes.json'), text);
    assert.deepEqual(await keepCallMinutes(folder).others(), [], text);
  }
});
