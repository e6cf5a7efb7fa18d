/** Rows of a page of the console's lists. */
export const PAGE_SIZE = 50;
