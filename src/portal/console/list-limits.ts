import type { Limit } from '../route.ts';

/** The limit for changes by operators, who work through whole lists of items and terms. */
export const WORKING: Limit = { name: 'working', burst: 100, everySeconds: 0.5 };

/** Rows of a page of the console's lists. */
export const PAGE_SIZE = 50;
