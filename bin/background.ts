import { constants, setPriority } from 'node:os';

/**
 * Lowers the calling thread's priority below request threads. Only Linux has a priority per thread; elsewhere this
 * would affect the whole process, so nothing is done there.
 */
export function workInBackground(): void {
  if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_LOW);
}

/** A quarter of a processor's time where one answering thread wants all of it. */
const RANKING_NICE = 5;

/**
 * The same for work that must be done within minutes: on a machine that other programs keep busy, the lowest priority
 * let a realtime list wait four minutes for its turn.
 */
export function workBehindAnswers(): void {
  if (process.platform === 'linux') setPriority(RANKING_NICE);
}
