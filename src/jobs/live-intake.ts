import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
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
import { type FeedThreadOptions, type RunOutcome, startFeedRun } from './feed-intake.ts';

export interface LiveIntakeOptions extends FeedThreadOptions {
  readonly tokens: OperatorTokens;
  readonly mappings: FeedMappings;
  readonly auditTrail: AuditTrail;
}

/** Bytes of one request, compressed or not. */
const REQUEST_BYTES_MAX = 50 * 1024 * 1024;
/** Characters of an Idempotency-Key. */
const KEY_LENGTH_MAX = 200;
const FOLDER = 'live-intake';

/**
 * Answers `POST /ops/v1/feed` (docs/rules/feeds.md#live-intake): imports the body with the token's name as its source. The
 * body lies in the data folder meanwhile, and the work is done on a thread of its own.
 */
export function createLiveIntake(options: LiveIntakeOptions): (request: IncomingMessage) => Promise<Receipt> {
  const { tokens } = options;
  /** Requests with a key that are under way: the same key waits for the same answer. */
  const underWay = new Map<string, Promise<Receipt>>();
  let lastId = 0;
  return async (request) => {
    if (request.method !== 'POST') return failure(405, 'only POST is taken here');
    const token = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1];
    const name = token === undefined ? null : await tokens.findName(token);
    if (name === null)
      return failure(401, 'a token is needed: Authorization: Bearer <token>; see "seoga token issue"');
    const wishes = await readQuery(request.url ?? '', options.mappings);
    if ('status' in wishes) return wishes;
    const feed: LiveFeed = { request, name, id: ++lastId, ...wishes };
    const key = request.headers['idempotency-key'];
    if (typeof key !== 'string') return takeFeed(feed, options);
    if (key.length > KEY_LENGTH_MAX)
      return failure(400, `Idempotency-Key: at most ${KEY_LENGTH_MAX} characters`);
    const known = (await tokens.findReceipt(name, key)) ?? underWay.get(`${name} ${key}`);
    if (known !== undefined) return known;
    const answer = takeFeed(feed, options).then(async (receipt) => {
      // A failure of ours, or a body that broke off, may be tried again with the same key.
      if (receipt.status < 500) await tokens.keepReceipt(name, key, receipt);
      return receipt;
    });
    underWay.set(`${name} ${key}`, answer);
    return answer.finally(() => underWay.delete(`${name} ${key}`));
  };
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
  readonly request: IncomingMessage;
  /** Of the token. */
  readonly name: string;
  readonly id: number;
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
  { request, name, id, reading, full, force, dryRun }: LiveFeed,
  options: LiveIntakeOptions,
): Promise<Receipt> {
  const folder = join(options.dataDir, FOLDER);
  const path = join(folder, `feed-${process.pid}-${id}`);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const bytes = await receive(request, path);
    if (bytes === null) return failure(413, `a request may have ${REQUEST_BYTES_MAX} bytes`);
    const source = { name: 'live feed', actor: `token:${name}`, feedSource: name, bytes };
    const run = startFeedRun(options, { path, reading, source: dryRun ? null : source, force, full });
    const outcome = await run.outcome;
    // The import stands, whether the audit line can be written or not.
    if (outcome.kind === 'report')
      await auditImport(options.auditTrail, source, outcome.report).catch(options.onProblem);
    return answerOf(outcome, dryRun);
  } finally {
    await rm(path, { force: true });
  }
}

/** The number of bytes received; null if there were too many. */
async function receive(request: IncomingMessage, path: string): Promise<number | null> {
  if (Number(request.headers['content-length'] ?? 0) > REQUEST_BYTES_MAX) return null;
  let bytes = 0;
  const limit = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      done(bytes > REQUEST_BYTES_MAX ? new TooLargeError() : null, chunk);
    },
  });
  try {
    await pipeline(request, limit, createWriteStream(path, { mode: 0o600 }));
    return bytes;
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
  if (outcome.kind !== 'report') return failure(500, 'the import failed; nothing was changed');
  const { report } = outcome;
  const isBraked = !report.committed && report.brakes.length > 0;
  return { status: isBraked ? 409 : 200, body: JSON.stringify(reportView(report, dryRun)) };
}

function reportView(report: ImportReport, dryRun: boolean): object {
  const { unit, lines, summary, problemCount, problems, warningCount, warnings, brakes, committed } = report;
  const first = (found: ImportReport['problems']) =>
    found
      .slice(0, FINDINGS_LOGGED_MAX)
      .map(({ line, field, reason }) => ({ line, field, reason: reason.en }));
  return {
    imported: committed,
    dryRun,
    message: brakes.map((brake) => brakeReason(brake).en).join('; ') || 'OK',
    unit,
    lines,
    counts: summary,
    refused: problemCount,
    refusals: first(problems),
    warningCount,
    warnings: first(warnings),
    brakes,
  };
}

function failure(status: number, message: string): Receipt {
  return { status, body: JSON.stringify({ imported: false, message }) };
}
