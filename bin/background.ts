import { constants, setPriority } from 'node:os';

/**
 * Gives the calling thread the lowest priority. Only Linux has priorities per thread; elsewhere this would affect the whole
 * process, so nothing is done.
 */
export function lowestPriority(): void {
  if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_LOW);
}

/** Nice 5: a third of the weight of a serving thread, so a quarter of a busy core. */
const BACKGROUND_NICE = 5;

/**
 * A lower priority than serving for work that must be done within minutes: at the lowest one, a realtime list waited four
 * minutes on a busy machine.
 */
export function lowerPriority(): void {
  if (process.platform === 'linux') setPriority(BACKGROUND_NICE);
}
