import { constants, setPriority } from 'node:os';

/**
 * Lets the thread that calls it stand back behind those that answer, where the two want the same processor. Linux
 * alone has a priority for each thread; elsewhere it would be that of the whole process, so nothing is done there.
 */
export function workInBackground(): void {
  if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_LOW);
}
