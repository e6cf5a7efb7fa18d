import { constants, getPriority, setPriority } from 'node:os';

/** Nice values that background work stands below its process: a third of the weight, so a quarter of a contended core. */
const STEPS_DOWN = 5;

/**
 * Lowers the priority of the calling thread below that of the threads that serve. Not to the lowest: beside busy programs
 * such a thread hardly ever runs, and a thread that serves waits whenever that one holds a lock of the process. Only Linux
 * has priorities per thread; elsewhere this would affect the whole process, so nothing is done.
 */
export function lowerPriority(): void {
  if (process.platform !== 'linux') return;
  setPriority(Math.min(getPriority() + STEPS_DOWN, constants.priority.PRIORITY_LOW));
}
