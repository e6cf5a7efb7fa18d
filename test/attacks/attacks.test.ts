import { before, describe, test } from 'node:test';
import { suiteCleanup } from '../support/temp-dir.ts';
import { startTarget, type Target } from './attack.ts';
import { ATTACKS } from './attacks.ts';

/** `npm run test:attacks` sets it to attack harder. */
const LOAD = Number(process.env.ATTACK_LOAD ?? 1);

describe('attacks on a running server', () => {
  let target: Target;
  const t = suiteCleanup();
  before(async () => {
    target = await startTarget(t);
  });
  for (const attack of ATTACKS) {
    test(attack.title, { skip: attack.skip }, async (t) => {
      t.diagnostic(await attack.run(target, LOAD));
    });
  }
});
