import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { OperatorTokens, Receipt } from '../accounts/operator-tokens.ts';
import type { Clock } from '../clock.ts';
import { brakeReason } from '../ingest/brakes.ts';
import type { ImportReport } from '../ingest/import-feed.ts';
import { FINDINGS_LOGGED_MAX } from '../ingest/import-log.ts';
import { type RunOutcome, startFeedRun } from './feed-intake.ts';

export interface LiveIntakeOptions {
  readonly tokens: OperatorTokens;
  /** The file that calls serveFeedImport on the store of a data folder. */
  readonly entry: URL;
  readonly dataDir: string;
  readonly clock: Clock;
  /** Called with the cause of an import that failed, except for unreadable files. */
  readonly onProblem: (error: unknown) => void;
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
    const key = request.headers['idempotency-key'];
    if (typeof key !== 'string') return takeFeed(request, name, ++lastId, options);
    if (key.length > KEY_LENGTH_MAX)
      return failure(400, `Idempotency-Key: at most ${KEY_LENGTH_MAX} characters`);
    const known = (await tokens.findReceipt(name, key)) ?? underWay.get(`${name} ${key}`);
    if (known !== undefined) return known;
    const answer = takeFeed(request, name, ++lastId, options).then(async (receipt) => {
      // A failure of ours, or a body that broke off, may be tried again with the same key.
      if (receipt.status < 500) await tokens.keepReceipt(name, key, receipt);
      return receipt;
    });
    underWay.set(`${name} ${key}`, answer);
    return answer.finally(() => underWay.delete(`${name} ${key}`));
  };
}

async function takeFeed(
  request: IncomingMessage,
  name: string,
  id: number,
  options: LiveIntakeOptions,
): Promise<Receipt> {
  const query = new URLSearchParams(request.url?.split('?')[1] ?? '');
  const isOn = (flag: string) => query.get(flag) === '1';
  const folder = join(options.dataDir, FOLDER);
  const path = join(folder, `feed-${process.pid}-${id}`);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const bytes = await receive(request, path);
    if (bytes === null) return failure(413, `a request may have ${REQUEST_BYTES_MAX} bytes`);
    const source = { name: 'live feed', actor: `token:${name}`, feedSource: name, bytes };
    const { outcome } = startFeedRun(
      { ...options, path, source: isOn('dryRun') ? null : source, force: isOn('force'), full: isOn('full') },
      () => {},
    );
    return answerOf(await outcome, isOn('dryRun'));
  } finally {
    await rm(path, { force: true });
  }
}

/** How many bytes came; null when they were too many. */
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
  const { lines, summary, problemCount, problems, warningCount, warnings, brakes, committed } = report;
  const first = (found: ImportReport['problems']) =>
    found
      .slice(0, FINDINGS_LOGGED_MAX)
      .map(({ line, field, reason }) => ({ line, field, reason: reason.en }));
  return {
    imported: committed,
    dryRun,
    message: brakes.map((brake) => brakeReason(brake).en).join('; ') || 'OK',
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
