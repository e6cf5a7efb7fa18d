import { setTimeout as wait } from 'node:timers/promises';
import { inspect } from 'node:util';
import { patientMs } from './patience.ts';

const PATIENCE_MS = patientMs(120_000);
const PAUSE_MIN_MS = 5;

/** The first answer that is as expected, or is there at all. Throws if it doesn't come in time. */
export function eventually<T>(ask: () => T | Promise<T>): Promise<NonNullable<T>>;
export function eventually<T>(ask: () => T | Promise<T>, isExpected: (answer: T) => boolean): Promise<T>;
export async function eventually<T>(
  ask: () => T | Promise<T>,
  isExpected: (answer: T) => boolean = Boolean,
): Promise<T> {
  const fromMs = performance.now();
  for (;;) {
    const answer = await ask();
    if (isExpected(answer)) return answer;
    const waitedMs = performance.now() - fromMs;
    if (waitedMs > PATIENCE_MS) throw new Error(`after ${PATIENCE_MS} ms still ${inspect(answer)}`);
    // Often at first, when a change may show for a moment only.
    await wait(Math.max(PAUSE_MIN_MS, waitedMs / 10));
  }
}
