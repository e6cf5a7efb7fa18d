import type { FeedSummary } from './feed-store.ts';

/** Where a feed comes from, for the log of imports. */
export interface ImportSource {
  /** Name of the file, without its folders. */
  readonly name: string;
  /** Who brought it: a part of the system or `account:<number>`, never a name or an address. */
  readonly actor: string;
}

/** A feed that was taken in. */
export interface ImportRecord extends ImportSource {
  readonly startedAtMs: number;
  readonly endedAtMs: number;
  /** Lines of the file, blank ones included. */
  readonly lines: number;
  readonly problemCount: number;
  readonly summary: FeedSummary;
}

/** The feeds that were taken in last, from the command line or elsewhere. Each is there as soon as it can be seen. */
export interface ImportLog {
  /** Newest first. */
  list(limit: number): Promise<readonly ImportRecord[]>;
}
