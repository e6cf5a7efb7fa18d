import { constants, setPriority } from 'node:os';

/**
 * Lowers the calling thread's priority below that of request threads. Only Linux has priorities per thread; elsewhere
 * this would affect the whole process, so nothing is done.
 */
export function workInBackground(): void {
  if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_LOW);
}

/** A quarter of the processor time of a thread that serves calls. */
const BACKGROUND_NICE = 5;

/**
 * The same for work that must be done within minutes: on a busy machine, with the lowest priority, a realtime list
 * waited four minutes for its turn.
 */
export function workBehindAnswers(): void {
  if (process.platform === 'linux') setPriority(BACKGROUND_NICE);
}
