import { constants, getPriority, setPriority } from 'node:os';

/** Added to the nice value: background work gets a third of the weight, so a quarter of a core that it shares with the server. */
const STEPS_DOWN = 5;

/**
 * Lowers the priority of the calling thread below that of serving threads. Not to the lowest: a thread with that hardly runs on
 * a busy machine, and if it holds a lock of the process, serving threads wait for it. Only Linux has priorities per thread;
 * elsewhere, nothing happens, because the whole process would get slower.
 */
export function lowerPriority(): void {
  if (process.platform !== 'linux') return;
  setPriority(Math.min(getPriority() + STEPS_DOWN, constants.priority.PRIORITY_LOW));
}
