import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { test } from 'node:test';
import { newKey } from '../../../contracts/state-world.ts';
import { accountsFile } from './accounts-file.ts';

const KILLS = 9;

test(`${KILLS} x kill -9 at random points: no answered call is forgotten, none is counted twice`, async (t) => {
  const { path, accounts } = accountsFile(t);
  const { accountId, key } = await newKey(accounts);
  let countedBefore = 0;
  for (let kill = 0; kill < KILLS; kill += 1) {
    const inFlight = kill % 3 === 0 ? 1 : 16;
    const acknowledged = await runAndKill([path, key, String(inFlight)], 1 + Math.random() * 400);
    const rows = await accounts.listUsage(accountId, 0);
    const counted = rows.reduce((sum, row) => sum + row.calls, 0);
    const added = counted - countedBefore;
    assert.ok(added >= acknowledged, `kill ${kill}: ${added} counted of ${acknowledged} answered`);
    assert.ok(added <= acknowledged + inFlight, `kill ${kill}: ${added} counted, ${acknowledged} answered`);
    countedBefore = counted;
  }
});

/** Runs the child, kills it once `killAfter` calls or more were answered, and returns how many were in the end. */
async function runAndKill(args: string[], killAfter: number): Promise<number> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'gate-child.ts'), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let answered = 0;
  child.stdout.on('data', (dots: Buffer) => {
    answered += dots.length;
    if (answered >= killAfter) child.kill('SIGKILL');
  });
  const [, signal] = await once(child, 'close');
  assert.equal(signal, 'SIGKILL', 'the child ended by itself');
  return answered;
}
