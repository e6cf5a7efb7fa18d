import { constants, setPriority } from 'node:os';

/**
 * Lowers the calling thread's priority below request threads. Only Linux has a priority per thread; elsewhere this
 * would affect the whole process, so nothing is done there.
 */
export function workInBackground(): void {
  if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_LOW);
}
