import { storedText } from '../messages/messages.ts';
import type { SqlDatabase, Writer } from '../sql-database.ts';
import { deleteRecordedChanges } from '../store/undo-log.ts';
import type { ReadAs } from './choose-reader.ts';
import {
  FEED_KINDS,
  type FeedKind,
  type FeedProblem,
  type FeedSummary,
  type FeedTally,
  type Reason,
  type Skipped,
} from './feed-record.ts';

export interface ImportSource {
  readonly name: string;
  /** A part of the system, `account:<number>` or `token:<name>`; never a person's name or address. */
  readonly actor: string;
  /** Absent for the shop's main feeds. A full feed removes only items of its own source. */
  readonly feedSource?: string;
  /** As sent, compressed or not; null if the size is known only at the end. */
  readonly bytes: number | null;
}

export const IMPORT_OUTCOMES = [
  'imported',
  /** Stopped by a brake (docs/feeds.md#brakes). */
  'braked',
  /** `--strict` found a wrong line. */
  'refused',
  /** The file couldn't be read, or the store couldn't keep it. `cause` says why. */
  'failed',
  'interrupted',
] as const;
export type ImportOutcome = (typeof IMPORT_OUTCOMES)[number];

export interface ImportFindings {
  /** Lines, rows or records, including blank ones. */
  readonly lines: number;
  /** Lines that became records. Together with the skipped and the refused lines, they make up `lines`. */
  readonly taken: number;
  readonly skipped: readonly Skipped[];
  readonly problemCount: number;
  readonly warningCount: number;
  /** The log has at most FINDINGS_LOGGED_MAX problems and as many warnings. */
  readonly problems: readonly FeedProblem[];
  readonly warnings: readonly FeedProblem[];
  /** Why nothing was imported; null after a commit, and if only the service's log has the reason. */
  readonly cause: Reason | null;
  /** Null if the attempt ended before the format was known. */
  readonly readAs: ReadAs | null;
}

export interface ImportEnd extends ImportFindings {
  readonly outcome: ImportOutcome;
  readonly endedAtMs: number;
  /** Bytes read, for a source without a size. */
  readonly bytes: number | null;
}

export const FINDINGS_LOGGED_MAX = 100;

export interface ImportEntry extends ImportSource, ImportFindings {
  readonly importId: number;
  readonly startedAtMs: number;
  /** `unfinished` = the process died. Until the end, the entry's numbers mean nothing. */
  readonly outcome: ImportOutcome | 'running' | 'unfinished';
  readonly endedAtMs: number | null;
  /** What the import did, or would have done. */
  readonly summary: FeedSummary;
  /** `undoneBy` = the import that undid this import, `undoOf` = the import that this import undid, or null. */
  readonly undoneBy: number | null;
  readonly undoOf: number | null;
  /** Whether there are changes to undo (docs/feeds.md#undo). */
  readonly canUndo: boolean;
}

/** The last successful import of a source. */
export interface GoodFeed {
  /** `console`, or the actor: `command`, `token:<name>`. */
  readonly source: string;
  readonly name: string;
  readonly endedAtMs: number;
}

/** The attempts of one week, if a shop sends a feed every ten minutes. */
const ENTRIES_KEPT = 1000;

export type ImportLog = ReturnType<typeof createImportLog>;

/** All attempts to import a feed. An import's entry exists before readers see its changes. */
export function createImportLog(catalog: Pick<SqlDatabase, 'query' | 'isLocked'>) {
  const read = async (which: string, value: number): Promise<ImportEntry[]> => {
    const rows = await catalog.query<EntryRow>(`${ENTRIES} ${which}`, [value]);
    const entries = rows.map(entryOf);
    const mayRun = entries.some(({ outcome }) => outcome === 'running');
    if (!mayRun || (await catalog.isLocked('catalogue'))) return entries;
    return entries.map((entry) =>
      entry.outcome === 'running' ? { ...entry, outcome: 'unfinished' } : entry,
    );
  };
  return {
    list: (limit: number): Promise<readonly ImportEntry[]> => read('ORDER BY import_id DESC LIMIT $1', limit),
    find: async (importId: number) => (await read('WHERE import_id = $1', importId))[0] ?? null,
    /** The last successful import of each source in the log, the latest first. */
    listGoodFeeds: (): Promise<readonly GoodFeed[]> => catalog.query<GoodFeed>(GOOD_FEEDS),
  };
}

const GOOD_FEEDS = `
  SELECT source, name, ended_at_ms AS "endedAtMs"
  FROM (
    SELECT source, name, ended_at_ms,
      row_number() OVER (PARTITION BY source ORDER BY ended_at_ms DESC, import_id DESC) AS place
    FROM (
      SELECT CASE WHEN actor LIKE 'account:%' THEN 'console' ELSE actor END AS source, name, ended_at_ms, import_id
      FROM import_log
      WHERE outcome = 'imported' AND undo_of IS NULL) AS good) AS placed
  WHERE place = 1
  ORDER BY ended_at_ms DESC`;

/** Findings of attempts without a feed, such as an undo, and of unfinished attempts. */
export const NOTHING_FOUND: ImportFindings = {
  lines: 0,
  taken: 0,
  skipped: [],
  problemCount: 0,
  warningCount: 0,
  problems: [],
  warnings: [],
  cause: null,
  readAs: null,
};

function entryOf({ canUndo, found, ...row }: EntryRow): ImportEntry {
  const inWords = (key: string, value: unknown) =>
    (key === 'reason' || key === 'cause') && value !== null ? storedText(value as Reason) : value;
  const { summary, ...findings }: FoundJson = JSON.parse(found, inWords);
  const counted = { canUndo: Boolean(canUndo), summary: { ...emptySummary(), ...summary } };
  return { ...row, ...NOTHING_FOUND, ...findings, ...counted };
}

/** Empty for an unfinished attempt. */
type FoundJson = Partial<ImportFindings & Pick<ImportEntry, 'summary'>>;

const ENTRIES = `
  SELECT import_id AS "importId", name, actor, bytes, started_at_ms AS "startedAtMs", outcome,
    CASE WHEN outcome NOT IN ('running', 'unfinished') THEN ended_at_ms END AS "endedAtMs", found, undone_by AS "undoneBy",
    undo_of AS "undoOf", undone_by IS NULL AND import_id IN (SELECT number FROM undo WHERE cause = 'import') AS "canUndo"
  FROM import_log`;

interface EntryRow extends Omit<ImportEntry, keyof ImportFindings | 'canUndo' | 'summary'> {
  readonly found: string;
  readonly canUndo: boolean | number;
}

export function emptySummary(): Record<FeedKind, FeedTally> {
  const tallies = FEED_KINDS.map((kind) => [kind, { added: 0, changed: 0, unchanged: 0, late: 0 }]);
  return Object.fromEntries(tallies) as Record<FeedKind, FeedTally>;
}

export async function openEntry(
  sql: Writer,
  { name, actor, bytes }: ImportSource,
  startedAtMs: number,
): Promise<number> {
  const [opened] = await sql.query<{ id: number }>(
    `INSERT INTO import_log (name, actor, bytes, started_at_ms, ended_at_ms, outcome, found)
    VALUES ($1, $2, $3, $4, $4, 'running', '{}')
    RETURNING import_id AS id`,
    [name, actor, bytes, startedAtMs],
  );
  if (opened === undefined) throw new Error('the import log has given no number');
  const lastDropped = opened.id - ENTRIES_KEPT;
  await sql.query('DELETE FROM import_log WHERE import_id <= $1', [lastDropped]);
  await deleteRecordedChanges(sql, ['import', lastDropped]);
  return opened.id;
}

/** Completes the entries of attempts whose process died. The caller holds the catalogue's lock. */
export async function closeAbandoned({ query }: Writer): Promise<void> {
  await query(`UPDATE import_log SET outcome = 'unfinished' WHERE outcome = 'running'`);
}

export async function closeEntry(
  { query }: Writer,
  importId: number,
  { outcome, endedAtMs, bytes, ...findings }: ImportEnd,
  summary: FeedSummary,
): Promise<void> {
  const { added, late, changed } = summary.sale;
  const found: FoundJson = { ...findings, summary };
  await query(
    `UPDATE import_log
    SET outcome = $1, ended_at_ms = $2, bytes = coalesce(bytes, $3), order_lines = $4, found = $5
    WHERE import_id = $6`,
    [outcome, endedAtMs, bytes, added + late + changed, JSON.stringify(found), importId],
  );
}
