import { FEED_BYTES_MAX, type Intake, type IntakeState } from '../../ingest/feed-intake.ts';
import { FEED_KINDS, type FeedSummary } from '../../ingest/feed-record.ts';
import type { ImportReport } from '../../ingest/import-feed.ts';
import type { ImportEntry } from '../../ingest/import-log.ts';
import type { KeptMappings, MappingStage, NamedMapping } from './console-mappings.ts';
import { flag, id, integer, line, nullable, or, typed } from './fields.ts';
import { answers } from './path.ts';

const chosen = { intakeId: id() };

/**
 * Feeds that operators send. A file arrives in pieces after `begin`, is checked, and is imported by `import`. BUSY while
 * another file is being handled; STALE when the file is no longer the one that was shown.
 */
export const consoleFeedPaths = {
  /** Requested again every second while something goes on. */
  'GET /console/feed': answers<FeedPage>().taking({}),
  /** One attempt with the first 100 reasons and warnings. */
  'GET /console/feed/log': answers<ImportDetails>().taking({ importId: id() }),
  'POST /console/feed/begin': answers<IntakeView>().taking({
    name: line(1, 255),
    bytes: integer(1, FEED_BYTES_MAX),
  }),
  'POST /console/feed/piece': answers<IntakeView>().takingPiece({
    ...chosen,
    offset: integer(0, FEED_BYTES_MAX),
  }),
  /** The count of the report's first brake, as typed by the operator; null where there is no brake. */
  'POST /console/feed/import': answers<IntakeView>().taking({
    ...chosen,
    confirmed: nullable(integer(0, Number.MAX_SAFE_INTEGER)),
  }),
  'POST /console/feed/cancel': answers<IntakeView>().taking(chosen),
  /** Undoes an import. `dryRun` only says what that would change; `force` undoes it in spite of later imports. */
  'POST /console/feed/undo': answers<UndoView>().taking({ importId: id(), dryRun: flag(), force: flag() }),
  'GET /console/feed/mapping': answers<NamedMapping>().taking({ name: typed(1, 100) }),
  /** Checks the file with the JSON of a mapping, and keeps it when `keepAs` isn't empty. */
  'POST /console/feed/map': answers<IntakeView>().takingPiece({ ...chosen, keepAs: or(typed(0, 100), '') }),
  /** Reads a table again in that way, back to the stage `mapping`. */
  'POST /console/feed/read-again': answers<IntakeView>().taking({
    ...chosen,
    encoding: line(1, 100),
    delimiter: line(1, 100),
  }),
  /** From the check back to the mapping. */
  'POST /console/feed/map-again': answers<IntakeView>().taking(chosen),
  'POST /console/feed/mapping/remove': answers<KeptMappings>().taking({ name: line(1, 100) }),
} as const;

export interface FeedPage {
  readonly bytesMax: number;
  readonly pieceBytesMax: number;
  readonly intake: IntakeView;
  /** The last 20 imported feeds, newest first. */
  readonly imports: readonly ImportView[];
}

/** What goes on. */
export type IntakeView =
  | Exclude<IntakeState, { stage: 'mapping' | 'checked' | 'imported' | 'unreadable' }>
  | (Intake & MappingStage & { readonly stage: 'mapping' })
  /** `canMap` = a mapping made the file readable, and may be changed. */
  | (Intake & {
      readonly stage: 'checked' | 'imported';
      readonly report: FeedReport;
      readonly canMap: boolean;
    })
  /** `reason` is in the language of the request, or null when only the server's log has the cause. */
  | (Intake & { readonly stage: 'unreadable'; readonly reason: string | null });

export const FEED_RECORD_KINDS = FEED_KINDS;

/** What happened to the records of each kind, or would happen. */
export type FeedCounts = FeedSummary;

export interface FeedReport
  extends Pick<ImportReport, 'unit' | 'lines' | 'problemCount' | 'warningCount' | 'effect'> {
  readonly counts: FeedCounts;
  /** The first 200 of each. Reasons are in the language of the request. */
  readonly problems: readonly FeedFinding[];
  readonly warnings: readonly FeedFinding[];
  /** What stops the import until an operator confirms it (docs/rules/feeds.md#brakes). */
  readonly brakes: readonly FeedBrake[];
}

export interface FeedFinding {
  readonly line: number;
  readonly field: string;
  readonly reason: string;
}

export interface FeedBrake {
  /** The number to type to import anyway. */
  readonly count: number;
  /** What the import would do, with examples, in the language of the request. */
  readonly sentence: string;
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
  readonly unit: FeedReport['unit'];
}

export type UndoView =
  /** Nothing was changed. `force` helps against a conflict. The reason is in the language of the request. */
  | { readonly kind: 'impossible' | 'conflict'; readonly reason: string }
  /** `counts`: records that are back (added), as they were (changed), and gone again (changed, of remove). */
  | { readonly kind: 'undone'; readonly importId: number | null; readonly counts: FeedCounts };

export interface ImportDetails extends ImportView {
  readonly problems: readonly FeedFinding[];
  readonly warnings: readonly FeedFinding[];
}
