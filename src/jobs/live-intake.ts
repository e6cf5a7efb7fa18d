import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { dirname, join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { AuditTrail } from '../accounts/audit-trail.ts';
import type { OperatorTokens, Receipt } from '../accounts/operator-tokens.ts';
import { brakeReason } from '../ingest/brakes.ts';
import type { Reading } from '../ingest/choose-reader.ts';
import type { FeedMappings } from '../ingest/feed-mappings.ts';
import type { ImportReport } from '../ingest/import-feed.ts';
import { FINDINGS_LOGGED_MAX } from '../ingest/import-log.ts';
import { ReadingError, readWishes } from '../ingest/reading.ts';
import { auditImport } from './audit-import.ts';
import { type FeedThreadOptions, type RunOutcome, startFeedRun } from './feed-run.ts';

export interface LiveIntakeOptions extends FeedThreadOptions {
  readonly tokens: OperatorTokens;
  readonly mappings: FeedMappings;
  readonly auditTrail: AuditTrail;
  /** How long a feed waits for the imports before it. Default: WAIT_MAX_MS. */
  readonly waitMaxMs?: number;
}

/** Bytes of one request, compressed or not. */
const REQUEST_BYTES_MAX = 50 * 1024 * 1024;
/** Characters of an Idempotency-Key. */
const KEY_LENGTH_MAX = 200;
const FOLDER = 'live-intake';
/** A feed that another one holds up for longer is sent again by its sender, who then knows what is going on. */
const WAIT_MAX_MS = 30_000;
/** Feeds that wait or are read. Each has a thread and a file. */
const FEEDS_MAX = 8;
const RETRY_AFTER_S = 30;

/**
 * Answers `POST /ops/v1/feed` (docs/rules/feeds.md#live-intake): imports the body with the token's name as its source. The
 * body lies in the data folder meanwhile, and the work is done on a thread of its own.
 */
export function createLiveIntake(options: LiveIntakeOptions): (request: IncomingMessage) => Promise<Receipt> {
  const { tokens } = options;
  const answerOnce = createOnce(tokens);
  let lastId = 0;
  let underWay = 0;
  return async (request) => {
    if (request.method !== 'POST') return failure(405, 'only POST is taken here');
    const token = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1];
    const name = token === undefined ? null : await tokens.findName(token);
    if (name === null)
      return failure(401, 'a token is needed: Authorization: Bearer <token>; see "seoga token issue"');
    const wishes = await readQuery(request.url ?? '', options.mappings);
    if ('status' in wishes) return wishes;
    const key = request.headers['idempotency-key'];
    if (typeof key === 'string' && key.length > KEY_LENGTH_MAX)
      return failure(400, `Idempotency-Key: at most ${KEY_LENGTH_MAX} characters`);
    if (underWay >= FEEDS_MAX) return busy(`${FEEDS_MAX} feeds are under way`);
    const path = join(options.dataDir, FOLDER, `feed-${process.pid}-${++lastId}`);
    underWay++;
    try {
      const body = await receive(request, path);
      if (body === null) return failure(413, `a request may have ${REQUEST_BYTES_MAX} bytes`);
      const feed: LiveFeed = { name, path, bytes: body.bytes, ...wishes };
      if (typeof key !== 'string') return await takeFeed(feed, options);
      const fingerprint = fingerprintOf(wishes, body.digest);
      return await answerOnce(name, key, fingerprint, () => takeFeed(feed, options));
    } finally {
      underWay--;
      await rm(path, { force: true });
    }
  };
}

/** Gives requests with the same key one answer, but refuses a key that comes back with another request. */
function createOnce(tokens: OperatorTokens) {
  /** Requests with a key that are under way: the same key waits for the same answer. */
  const underWay = new Map<string, { readonly fingerprint: string; readonly answer: Promise<Receipt> }>();
  return async (name: string, key: string, fingerprint: string, take: () => Promise<Receipt>) => {
    const known = (await tokens.findReceipt(name, key)) ?? null;
    const current = underWay.get(`${name} ${key}`);
    const earlier = (known ?? current)?.fingerprint ?? '';
    if (earlier !== '' && earlier !== fingerprint) return failure(422, OTHER_REQUEST);
    if (known !== null) return known.receipt;
    if (current !== undefined) return current.answer;
    const answer = take().then(async (receipt) => {
      // A failure of ours, or a feed that had to wait for too long, may be tried again with the same key.
      if (receipt.status < 500) await tokens.keepReceipt(name, key, { fingerprint, receipt });
      return receipt;
    });
    underWay.set(`${name} ${key}`, { fingerprint, answer });
    return answer.finally(() => underWay.delete(`${name} ${key}`));
  };
}

const OTHER_REQUEST =
  'Idempotency-Key: another feed, or one with other parameters, was sent under this key within a day; use a new one';

/** What makes two requests the same: their parameters and their bytes. */
function fingerprintOf({ reading, full, force, dryRun }: Wishes, bodyDigest: string): string {
  const { format, encoding, delimiter, mapping } = reading;
  const parts = [format, encoding, delimiter, mapping, full, force, dryRun, bodyDigest];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

/** What the parameters of a request say. */
interface Wishes {
  readonly reading: Reading;
  readonly full: boolean;
  readonly force: boolean;
  readonly dryRun: boolean;
}

/** One accepted request. */
interface LiveFeed extends Wishes {
  /** Of the token. */
  readonly name: string;
  /** The file that holds its body. */
  readonly path: string;
  readonly bytes: number;
}

const FLAGS = ['full', 'force', 'dryRun'];
const PARAMETERS = [...FLAGS, 'format', 'map', 'encoding', 'delimiter'];

/** The parameters of an address, or the answer that says which one is wrong. */
async function readQuery(url: string, mappings: FeedMappings): Promise<Wishes | Receipt> {
  const query = new URLSearchParams(url.split('?')[1] ?? '');
  for (const [name, value] of query) {
    if (!PARAMETERS.includes(name) || query.getAll(name).length > 1)
      return failure(400, `${name}: this request takes ${PARAMETERS.join(', ')}, each once`);
    if (FLAGS.includes(name) && value !== '0' && value !== '1')
      return failure(400, `${name} is "${value}": it takes 1 or 0`);
  }
  const given = (name: string) => query.get(name) ?? undefined;
  const map = given('map');
  const mapping = map === undefined ? null : await mappings.find(map);
  if (map !== undefined && mapping === null)
    return failure(400, `map is "${map}": no mapping of this name is kept; see "seoga mapping list"`);
  try {
    const wishes = readWishes({
      format: given('format'),
      encoding: given('encoding'),
      delimiter: given('delimiter'),
    });
    const isOn = (flag: string) => query.get(flag) === '1';
    return {
      reading: { ...wishes, mapping, mappingName: map ?? null },
      full: isOn('full'),
      force: isOn('force'),
      dryRun: isOn('dryRun'),
    };
  } catch (error) {
    if (error instanceof ReadingError) return failure(400, error.message);
    throw error;
  }
}

async function takeFeed(
  { name, path, bytes, reading, full, force, dryRun }: LiveFeed,
  options: LiveIntakeOptions,
): Promise<Receipt> {
  const { waitMaxMs = WAIT_MAX_MS } = options;
  const source = { name: 'live feed', actor: `token:${name}`, feedSource: name, bytes };
  const task = { path, reading, source: dryRun ? null : source, force, full, waitMaxMs };
  const outcome = await startFeedRun(options, task).outcome;
  // The import stands, whether the audit line can be written or not.
  if (outcome.kind === 'report')
    await auditImport(options.auditTrail, source, outcome.report).catch(options.onProblem);
  return answerOf(outcome, dryRun);
}

/** What was received; null if there were too many bytes. */
async function receive(request: IncomingMessage, path: string) {
  if (Number(request.headers['content-length'] ?? 0) > REQUEST_BYTES_MAX) return null;
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const hash = createHash('sha256');
  let bytes = 0;
  const limit = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      hash.update(chunk);
      done(bytes > REQUEST_BYTES_MAX ? new TooLargeError() : null, chunk);
    },
  });
  try {
    await pipeline(request, limit, createWriteStream(path, { mode: 0o600 }));
    return { bytes, digest: hash.digest('hex') };
  } catch (error) {
    if (error instanceof TooLargeError) return null;
    throw error;
  }
}

class TooLargeError extends Error {
  override name = 'TooLargeError';
}

function answerOf(outcome: RunOutcome, dryRun: boolean): Receipt {
  if (outcome.kind === 'unreadable') return failure(400, outcome.reason.en);
  if (outcome.kind === 'stopped') return busy('another import is under way');
  if (outcome.kind !== 'report') return failure(500, 'the import failed; nothing was changed');
  const { report } = outcome;
  const isBraked = !report.committed && report.brakes.length > 0;
  return { status: isBraked ? 409 : 200, body: JSON.stringify(reportView(report, dryRun)) };
}

function reportView(report: ImportReport, dryRun: boolean): object {
  const { unit, readAs, lines, summary, problemCount, problems, warningCount, warnings, brakes, committed } =
    report;
  const first = (found: ImportReport['problems']) =>
    found
      .slice(0, FINDINGS_LOGGED_MAX)
      .map(({ line, field, reason }) => ({ line, field, reason: reason.en }));
  return {
    imported: committed,
    dryRun,
    message: brakes.map((brake) => brakeReason(brake).en).join('; ') || 'OK',
    unit,
    readAs,
    lines,
    counts: summary,
    refused: problemCount,
    refusals: first(problems),
    warningCount,
    warnings: first(warnings),
    brakes: brakes.map((brake) => ({ ...brake, examples: brake.examples.map(({ en }) => en) })),
  };
}

function busy(why: string): Receipt {
  const { status, body } = failure(503, `${why}; nothing was changed, send the feed again`);
  return { status, body, retryAfterS: RETRY_AFTER_S };
}

function failure(status: number, message: string): Receipt {
  return { status, body: JSON.stringify({ imported: false, message }) };
}
