import { writeSync } from 'node:fs';
import { systemClock } from '../../../../src/clock.ts';
import { createSqliteGate } from '../../../../src/store/sqlite/accounts/gate.ts';
import { openDatabase } from '../../../../src/store/sqlite/database.ts';
import { KEY_PREFIX, PEPPER } from './accounts-file.ts';

/**
 * The process that gate-kill.test.ts kills. Arguments: accounts file, key, calls in flight. Answers calls for
 * ever and writes one byte to standard output for each call whose settle has resolved, before it begins another.
 */
const [path = '', key = '', inFlight = ''] = process.argv.slice(2);
const limits = { burstPerSecond: 1_000_000, burst: 1_000_000, dailyQuota: 1_000_000_000 };
const gate = createSqliteGate({
  db: openDatabase(path, { busyTimeoutMs: 0 }),
  pepper: PEPPER,
  keyPrefix: KEY_PREFIX,
  clock: systemClock,
  tierLimits: { free: limits, partner: limits, enterprise: limits },
  onWriteError: (error) => {
    throw error;
  },
});

async function answerForEver(): Promise<never> {
  for (;;) {
    const admission = await gate.admit(key, 'itemDetail');
    if (admission.outcome !== 'admitted') throw new Error(admission.outcome);
    await gate.settle(admission.ticket, 200);
    writeSync(1, '.');
  }
}

await Promise.all(Array.from({ length: Number(inFlight) }, answerForEver));
