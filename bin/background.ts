import { constants, getPriority, setPriority } from 'node:os';

/** Nice levels below the server's threads. A background thread that shares a core with the server gets a quarter of its time. */
const STEPS_DOWN = 5;

/**
 * Lowers the priority of the calling thread. Not to the lowest: a thread with a lock of the process could delay threads that
 * serve requests. Only Linux has priorities per thread.
 */
export function lowerPriority(): void {
  if (process.platform !== 'linux') return;
  setPriority(Math.min(getPriority() + STEPS_DOWN, constants.priority.PRIORITY_LOW));
}
