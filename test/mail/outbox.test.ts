import { createOutbox } from '../../src/mail/outbox.ts';
import { outboxContract } from '../contracts/mail/outbox-contract.ts';
import { fixedClock } from '../support/fixed-clock.ts';
import { tempDir } from '../support/temp-dir.ts';

outboxContract('data folder', (t) => {
  const dataDir = tempDir(t);
  const clock = fixedClock('2026-11-20T12:00:00+09:00');
  return { outbox: createOutbox(dataDir, clock), other: createOutbox(dataDir, clock), clock };
});
