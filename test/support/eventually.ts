import { setTimeout as wait } from 'node:timers/promises';

/** How long a busy machine may take for what is promised within a second or two. */
const PATIENCE_MS = 60_000;
const PAUSE_MS = 50;

/** The first answer that is as expected; after a minute, the last one that isn't. */
export async function eventually<T>(
  ask: () => T | Promise<T>,
  isExpected: (answer: T) => boolean,
): Promise<T> {
  const untilMs = performance.now() + PATIENCE_MS;
  for (;;) {
    const answer = await ask();
    if (isExpected(answer) || performance.now() > untilMs) return answer;
    await wait(PAUSE_MS);
  }
}
