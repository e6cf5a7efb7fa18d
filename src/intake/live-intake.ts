import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { OperatorTokens, Receipt } from '../accounts/operator-tokens.ts';
import { brakeReason } from '../ingest/brakes.ts';
import { ReadingError, readOptions } from '../ingest/choose-reader.ts';
import type { ImportReport } from '../ingest/import-feed.ts';
import { FINDINGS_LOGGED_MAX } from '../ingest/import-log.ts';
import type { FeedMappings } from '../ingest/mapping.ts';
import { type FeedDoor, FeedRefusedError, type ReceivedFeed, type RunOutcome } from './feed-door.ts';
import type { FeedTask } from './feed-task.ts';

export interface LiveIntakeOptions {
  readonly feedDoor: FeedDoor;
  readonly tokens: OperatorTokens;
  readonly feedMappings: FeedMappings;
}

const REQUEST_BYTES_MAX = 50 * 1024 * 1024;
const KEY_LENGTH_MAX = 200;
const RETRY_AFTER_S = 30;

/** Answers `POST /ops/v1/feed` (docs/feeds.md#live-intake). The token's name is the feed's source. */
export function createLiveIntake(options: LiveIntakeOptions): (request: IncomingMessage) => Promise<Receipt> {
  const { tokens, feedDoor } = options;
  const answerOnce = createIdempotency(tokens);
  return async (request) => {
    if (request.method !== 'POST') return failure(405, 'only POST is taken here');
    const token = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
    const name = token === undefined ? null : await tokens.findName(token);
    if (name === null)
      return failure(401, 'a token is needed: Authorization: Bearer <token>; see "seoga token issue"');
    const wishes = await readQuery(request.url ?? '', options.feedMappings);
    if ('status' in wishes) return wishes;
    const key = request.headers['idempotency-key'];
    if (typeof key === 'string' && key.length > KEY_LENGTH_MAX)
      return failure(400, `Idempotency-Key: at most ${KEY_LENGTH_MAX} characters`);
    const announced = request.headers['content-length'];
    const bytes = announced === undefined ? null : Number(announced);
    const feed = {
      actor: `token:${name}`,
      name: FEED_NAME,
      body: request,
      bytes,
      bytesMax: REQUEST_BYTES_MAX,
      connection: request.socket,
    };
    try {
      return await feedDoor.take(feed, (received) => {
        const take = () => takeFeed(received, name, wishes);
        if (typeof key !== 'string') return take();
        return answerOnce(name, key, fingerprintOf(wishes, received.digest), take);
      });
    } catch (error) {
      if (!(error instanceof FeedRefusedError)) throw error;
      return REFUSALS[error.why];
    }
  };
}

const FEED_NAME = 'live feed';

/** Requests with the same key get one response. A key sent with another request is refused. */
function createIdempotency(tokens: OperatorTokens) {
  /** A repeated request waits for the response of the first. */
  const underWay = new Map<string, { readonly fingerprint: string; readonly answer: Promise<Receipt> }>();
  return async (name: string, key: string, fingerprint: string, take: () => Promise<Receipt>) => {
    const known = (await tokens.findReceipt(name, key)) ?? null;
    const current = underWay.get(`${name} ${key}`);
    const earlier = (known ?? current)?.fingerprint ?? '';
    if (earlier !== '' && earlier !== fingerprint) return failure(422, OTHER_REQUEST);
    if (known !== null) return { status: known.status, body: known.body };
    if (current !== undefined) return current.answer;
    const answer = take().then(async (receipt) => {
      // After a server error or a busy response, the key may be used again.
      if (receipt.status < 500) await tokens.storeReceipt(name, key, { ...receipt, fingerprint });
      return receipt;
    });
    underWay.set(`${name} ${key}`, { fingerprint, answer });
    return answer.finally(() => underWay.delete(`${name} ${key}`));
  };
}

const OTHER_REQUEST =
  'Idempotency-Key: another feed, or one with other parameters, was sent under this key within a day; use a new one';

function fingerprintOf({ reading, full, force, dryRun }: FeedRequest, bodyDigest: string): string {
  const { format, encoding, delimiter, mapping } = reading;
  const parts = [format, encoding, delimiter, mapping, full, force, dryRun, bodyDigest];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

type FeedRequest = Pick<FeedTask, 'reading' | (typeof FLAGS)[number]>;

const FLAGS = ['full', 'force', 'dryRun'] as const;
const PARAMETERS = [...FLAGS, 'format', 'map', 'encoding', 'delimiter'];

/** Returns the response if a parameter is wrong. */
async function readQuery(url: string, mappings: FeedMappings): Promise<FeedRequest | Receipt> {
  const query = new URLSearchParams(url.split('?')[1] ?? '');
  const other = [...query.keys()].find((name) => !PARAMETERS.includes(name) || query.getAll(name).length > 1);
  if (other !== undefined)
    return failure(400, `${other}: this request takes ${PARAMETERS.join(', ')}, each once`);
  const { map, ...given }: Readonly<Partial<Record<string, string>>> = Object.fromEntries(query);
  const flag = FLAGS.find((name) => !['0', '1', undefined].includes(given[name]));
  if (flag !== undefined) return failure(400, `${flag} is "${given[flag]}": it takes 1 or 0`);
  const [full, force, dryRun] = FLAGS.map((name) => given[name] === '1');
  const mapping = map === undefined ? null : await mappings.find(map);
  if (map !== undefined && mapping === null)
    return failure(400, `map is "${map}": the console has saved no mapping of this name`);
  try {
    const reading = { ...readOptions(given), mapping, mappingName: map ?? null };
    return { reading, full: full === true, force: force === true, dryRun: dryRun === true };
  } catch (error) {
    if (error instanceof ReadingError) return failure(400, error.message);
    throw error;
  }
}

async function takeFeed({ bytes, run }: ReceivedFeed, name: string, wishes: FeedRequest): Promise<Receipt> {
  const source = { name: FEED_NAME, actor: `token:${name}`, feedSource: name, bytes };
  const outcome = await run({ ...wishes, source });
  return answerOf(outcome, wishes.dryRun === true);
}

function answerOf(outcome: RunOutcome, dryRun: boolean): Receipt {
  if (outcome.kind === 'unreadable') return failure(400, outcome.reason.en);
  if (outcome.kind === 'busy') return busy('another import is under way');
  if (outcome.kind === 'stopped') return busy('an operator or the end of the server stopped it');
  if (outcome.kind !== 'report') return failure(500, 'the import failed; nothing was changed');
  const { report } = outcome;
  const isBraked = !report.committed && report.brakes.length > 0;
  return { status: isBraked ? 409 : 200, body: JSON.stringify(reportView(report, dryRun)) };
}

function reportView(report: ImportReport, dryRun: boolean): object {
  const first = (found: ImportReport['problems']) =>
    found
      .slice(0, FINDINGS_LOGGED_MAX)
      .map(({ line, field, reason }) => ({ line, field, reason: reason.en }));
  return {
    imported: report.committed,
    dryRun,
    message: report.brakes.map((brake) => brakeReason(brake).en).join('; ') || 'OK',
    unit: report.unit,
    readAs: report.readAs,
    columns: report.recognised?.columns ?? null,
    lines: report.lines,
    taken: report.taken,
    skipped: report.skipped,
    counts: report.summary,
    refused: report.problemCount,
    refusals: first(report.problems),
    warningCount: report.warningCount,
    warnings: first(report.warnings),
    brakes: report.brakes.map((brake) => ({ ...brake, examples: brake.examples.map(({ en }) => en) })),
  };
}

function busy(why: string): Receipt {
  const { status, body } = failure(503, `${why}; nothing was changed, send the feed again`);
  return { status, body, retryAfterS: RETRY_AFTER_S };
}

function failure(status: number, message: string): Receipt {
  return { status, body: JSON.stringify({ imported: false, message }) };
}

const REFUSALS: Readonly<Record<FeedRefusedError['why'], Receipt>> = {
  tooLarge: failure(413, `a request may have ${REQUEST_BYTES_MAX} bytes`),
  tooSlow: failure(408, 'the feed came in too slowly; nothing was changed'),
  tooMany: busy('as many feeds as the server takes at once are under way'),
  brokenOff: failure(400, 'the request broke off; nothing was changed'),
};
