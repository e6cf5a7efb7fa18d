import { FEED_KINDS, type FeedSummary } from '../../ingest/feed-record.ts';
import type { ImportReport } from '../../ingest/import-feed.ts';
import type { ImportEntry } from '../../ingest/import-log.ts';
import { id } from './fields.ts';
import { answers } from './path.ts';

/** The import log. */
export const consoleFeedPaths = {
  'GET /console/feed': answers<FeedPage>().taking({}),
  /** One attempt with the first 100 reasons and warnings. */
  'GET /console/feed/log': answers<ImportDetails>().taking({ importId: id() }),
} as const;

export interface FeedPage {
  /** The last 20 imported feeds, newest first. */
  readonly imports: readonly ImportView[];
}

export const FEED_RECORD_KINDS = FEED_KINDS;

/** What happened to the records of each kind, or would happen. */
export type FeedCounts = FeedSummary;

export interface FeedFinding {
  readonly line: number;
  readonly field: string;
  readonly reason: string;
}

/** One attempt to import a feed. */
export interface ImportView
  extends Omit<ImportEntry, 'actor' | 'feedSource' | 'cause' | 'summary' | 'problems' | 'warnings'> {
  /** The operator's account, or null for the command line and for tokens. */
  readonly accountId: number | null;
  /** The name of the token that brought it, or null. */
  readonly token: string | null;
  /** Why nothing was imported, in the language of the request; null where only the service's log knows. */
  readonly cause: string | null;
  readonly counts: FeedCounts;
  /** What is counted and numbered. */
  readonly unit: ImportReport['unit'];
}

export interface ImportDetails extends ImportView {
  readonly problems: readonly FeedFinding[];
  readonly warnings: readonly FeedFinding[];
}
