import { formatKstInstant } from '../../src/clock.ts';
import { CLOCK_FILE, recordTime, type TrustedClock } from '../trusted-clock.ts';
import type { Job } from './job.ts';

const RECORD_EVERY_MS = 60_000;

/** Warns when the clock loses or regains trust, and records the time for the next start. */
export function createClockWatch(
  dataDir: string,
  clock: TrustedClock,
  warn: (message: string) => void,
): Job & { readonly close: () => void } {
  let wasDoubted = false;
  let recordedAtMs = -Infinity;
  const check = (isLast: boolean) => {
    const doubtedMs = clock.doubtedMs();
    const isDoubted = doubtedMs !== null;
    if (isDoubted && !wasDoubted) warn(doubtMessage(doubtedMs, clock.nowMs()));
    if (!isDoubted && wasDoubted) warn('the clock is believed again');
    wasDoubted = isDoubted;
    if (isDoubted || (!isLast && clock.monotonicMs() - recordedAtMs < RECORD_EVERY_MS)) return;
    recordedAtMs = clock.monotonicMs();
    recordTime(dataDir, clock);
  };
  return {
    name: 'watch-clock',
    every: 1_000,
    onEachServer: true,
    run: async () => check(false),
    close: () => check(true),
  };
}

function doubtMessage(wallMs: number, trustedMs: number): string {
  return (
    `the machine's clock says ${formatKstInstant(wallMs)}, but by the last run it is ${formatKstInstant(trustedMs)}: ` +
    'the service goes by the latter; set the clock or, if it is right, stop the server, ' +
    `delete ${CLOCK_FILE} in the data folder and start it again`
  );
}
