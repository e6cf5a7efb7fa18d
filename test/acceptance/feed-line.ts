/** One line of a feed. */
export type FeedLine = Readonly<Record<string, unknown>>;

/** The days by which the shop's sales are dated, as numbers of days. */
export interface Days {
  readonly today: number;
  readonly yesterday: number;
  /** First day of the month in which yesterday lies: the list that is asked for by default. */
  readonly thisMonth: number;
  readonly lastMonth: number;
  /** First day of the month before the last. */
  readonly monthBefore: number;
}
