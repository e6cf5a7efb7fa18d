import { constants, getPriority, setPriority } from 'node:os';

/** Background work gets a third of the weight: a quarter of a core that it shares with the server. */
const STEPS_DOWN = 5;

/**
 * Lowers the calling thread's priority below that of serving threads. Not to the lowest, at which a thread that holds a lock of
 * the process could delay serving threads. Only Linux has priorities per thread.
 */
export function lowerPriority(): void {
  if (process.platform !== 'linux') return;
  setPriority(Math.min(getPriority() + STEPS_DOWN, constants.priority.PRIORITY_LOW));
}
