import { hash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { formatKstInstant, kstCompactDate, kstDayOf, kstDayStartMs } from '../clock.ts';
import { MEDIA_TYPES } from '../export/table.ts';
import type { Caller, QuotaState } from '../gate/gate.ts';
import { createByteCache } from '../http/body/byte-cache.ts';
import { chooseEncoding, type Encoding, hasTag } from '../http/body/encoding.ts';
import { datedBody, fixedBody, gzippedDatedBody, type ReadyBody } from '../http/body/ready-body.ts';
import { gzipped } from '../http/body/shared-body.ts';
import type { ErrorCode } from '../http/errors.ts';
import { pageLinks } from '../http/links.ts';
import { maskKeys, type Query, readQuery } from '../http/query-string.ts';
import { type HeaderList, type HttpResponse, successParts } from '../http/response.ts';
import { preferredLanguage } from '../messages/languages.ts';
import { realtimeBucketOf } from '../rankings/edition.ts';
import { correctionHeadersOf, suggestionHeadersOf } from '../search/search-index.ts';
import { untilChanged } from '../until-changed.ts';
import type { Endpoint, EndpointResult, FileLabel, Services } from './endpoint.ts';

/** A call of the public API, and what is known about it so far. */
export interface ApiCall {
  readonly endpoint: Endpoint;
  /** Path and query as sent. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  /** On the monotonic clock. */
  readonly startedMs: number;
  /** The account that the service itself calls for; null if the call has to bring a key. */
  readonly as: number | null;
  /** Both are set as soon as the account is known, even if the gate refuses the call. */
  caller: Caller | null;
  quota: QuotaState | null;
  /** Whether the gate has counted the call. */
  isCounted: boolean;
  /** Error code of the response, empty on success. */
  errorCode: ErrorCode | '';
  /** Of a response that asks its caller to quote it. */
  requestId?: string;
}

/** A successful response, except for what changes from call to call: instant, limits, how long it may be cached. */
interface CachedResponse {
  /** Identifies the data, without quotes: equal data have equal tags, whatever the time of the response. */
  readonly tag: string;
  /** Headers of a 304 that replaces it. */
  readonly headers: HeaderList;
  /** Those headers and the ones that describe the body. */
  readonly allHeaders: HeaderList;
  /** When the response may change (Unix ms), by default after the next nightly tally; now = caches must ask each time. */
  readonly nextEditionAtMs: number | undefined;
  readonly body: ReadyBody;
}

/** A response, and the state of what its endpoint `dependsOn`. */
interface KeptResponse extends CachedResponse {
  readonly condition: unknown;
}

/**
 * Returns a function that makes responses, and keeps up to `bytesMax` bytes of them by request, so that neither parameters nor data
 * have to be read again (docs/decisions.md#calls-of-the-public-api). Once the data or the ten-minute bucket change, earlier ones
 * are no longer found. Calls have to pass the gate first. Throws ApiError and StoreUnavailableError.
 */
export function createReadyResponses(services: Services, bytesMax: number) {
  const { catalog, rankings, clock } = services;
  // A bucket is also the step of days and realtime lists.
  const ofCatalog = untilChanged((_version: unknown) =>
    untilChanged((_lists: unknown) => untilChanged((_bucket: number) => createByteCache(bytesMax, roomOf))),
  );
  const kept = () => ofCatalog(catalog.version())(rankings.version())(realtimeBucketOf(clock.nowMs()));
  return async (call: ApiCall): Promise<CachedResponse> => {
    const { endpoint, quota } = call;
    // Taken before the data are read: after a change in between, the response belongs to a state that is over.
    const ready = kept();
    const condition = endpoint.dependsOn === undefined ? null : await endpoint.dependsOn(services);
    const key = keyOf(call);
    const known = ready.find(key);
    if (known !== undefined && known.condition === condition) return known;
    const query = readQuery(call.url);
    const result = await endpoint.answer({ query, caller: callerOf(call), quota }, services);
    const made = await makeResponse(result, call, query, services);
    if (result.isLasting === true && call.url.length <= URL_MAX) ready.keep(key, { ...made, condition });
    return made;
  };
}

function roomOf({ headers, allHeaders, body }: KeptResponse): number {
  return [...headers, ...allHeaders].reduce((sum, text) => sum + text.length, body.length);
}

/** Responses to longer URLs aren't kept, because hardly any is requested twice. */
const URL_MAX = 500;

function callerOf({ caller }: ApiCall): Caller {
  if (caller === null) throw new Error('an endpoint was reached without passing the gate');
  return caller;
}

/** What a response depends on besides the data; for most only their URL: a joined string has to be hashed each time. */
function keyOf(call: ApiCall): string {
  const encoding = chooseEncoding(call.headers['accept-encoding']);
  const { addOnUserKey } = callerOf(call);
  return encoding === 'identity' && addOnUserKey === null
    ? call.url
    : `${encoding} ${addOnUserKey ?? ''} ${call.url}`;
}

/** Makes a successful response (docs/api.md#caching). */
async function makeResponse(
  result: EndpointResult,
  { endpoint, url, headers: asked }: ApiCall,
  query: Query,
  services: Services,
): Promise<CachedResponse> {
  const { members, file, nextEditionAtMs } = result;
  const { links, clock, keyPrefix } = services;
  const message = result.message?.[preferredLanguage(asked['accept-language'])] ?? null;
  const rawUrl = maskKeys(url, keyPrefix);
  // A workbook is already compressed.
  const isPlain = file?.format === 'xlsx' || members.length < COMPRESSED_FROM_BYTES;
  const encoding = isPlain ? 'identity' : chooseEncoding(asked['accept-encoding']);
  const body =
    file === undefined
      ? await bodyIn(encoding, successParts(endpoint.title.en, rawUrl, links, members, message ?? 'OK'))
      : fixedBody(encoding === 'identity' ? members : await gzipped(members));
  const told = message === null ? members : Buffer.concat([Buffer.from(message), members]);
  const tag = hash('sha256', told, 'base64url').slice(0, 22);
  // The instant makes two responses with the same data differ in their bytes; a file has none.
  const strongTag = encoding === 'identity' ? `"${tag}"` : `"${tag}-${encoding}"`;
  const vary = `Accept-Encoding, X-Api-Key${message === null ? '' : ', Accept-Language'}`;
  const headers = headersOf(result, endpoint, links.baseUrl + rawUrl);
  const ignored = ignoredNames(query, endpoint, services);
  if (ignored !== null) headers.push('seoga-ignored', ignored);
  headers.push('etag', file === undefined ? `W/"${tag}"` : strongTag, 'vary', vary);
  const contentHeaders = file === undefined ? JSON_TYPE : fileHeaders(file, clock.nowMs());
  const encoded = encoding === 'identity' ? [] : ['content-encoding', encoding];
  const allHeaders = [...headers, ...contentHeaders, ...encoded, 'content-length', String(body.length)];
  return { tag, headers, allHeaders, nextEditionAtMs, body };
}

async function bodyIn(encoding: Encoding, parts: ReturnType<typeof successParts>): Promise<ReadyBody> {
  return encoding === 'identity' ? datedBody(...parts) : gzippedDatedBody(...parts);
}

/** Below this size, compressing saves less than its headers cost. */
const COMPRESSED_FROM_BYTES = 1024;

const JSON_TYPE = ['content-type', 'application/json; charset=utf-8'];

/** The headers that describe the response, names and values alternating; `address` is the URL, keys masked. */
function headersOf(
  { edition, correction, suggestion, list }: EndpointResult,
  { parameters }: Endpoint,
  address: string,
): string[] {
  const headers = edition === undefined ? [] : ['seoga-edition', edition];
  const corrected = correction ? correctionHeadersOf(correction) : {};
  headers.push(...Object.entries({ ...corrected, ...suggestionHeadersOf(suggestion ?? null) }).flat());
  const isPaged = Object.hasOwn(parameters, 'page');
  const links = list === undefined || !isPaged ? null : pageLinks(address, list);
  if (links !== null) headers.push('link', links);
  return headers;
}

/** Maximum number of parameters that are named, and maximum length of a name. */
const IGNORED_MAX = 10;
const IGNORED_NAME_MAX = 40;

/** The parameters that the endpoint doesn't know: usually misspelled, or those of another service. Keys are masked. */
export function ignoredNames(query: Query, { parameters }: Endpoint, { keyPrefix }: Services): string | null {
  const ignored = Object.keys(query).filter((name) => !Object.hasOwn(parameters, name));
  if (ignored.length === 0) return null;
  const shown = ignored
    .slice(0, IGNORED_MAX)
    .map((name) => (name.includes(keyPrefix) ? '***' : name.slice(0, IGNORED_NAME_MAX).toWellFormed()));
  return shown.map(encodeURIComponent).join(', ');
}

/** The headers of a file sent at an instant: its type, and a name with a KST day. */
function fileHeaders({ prefix, format, day }: FileLabel, nowMs: number): HeaderList {
  const name = `${prefix}_${kstCompactDate(day ?? kstDayOf(nowMs))}.${format}`;
  return ['content-type', MEDIA_TYPES[format], 'content-disposition', `attachment; filename="${name}"`];
}

/** What a caller gets now: the response, or 304 if it already has these data. */
export function responseNow(
  ready: CachedResponse,
  ifNoneMatch: string | undefined,
  nowMs: number,
): HttpResponse {
  const { tag, headers, allHeaders, nextEditionAtMs, body } = ready;
  const caching = ['cache-control', cacheControl(nowMs, nextEditionAtMs)];
  if (hasTag(ifNoneMatch, tag)) return { status: 304, headers: caching.concat(headers), body: [] };
  return {
    status: 200,
    headers: caching.concat(allHeaders),
    body: body.at(formatKstInstant(nowMs)),
  };
}

/** Time of day at which the nightly tally begins, KST. */
const TALLY_AT_MS = 30 * 60_000;

/** Seconds until the next edition, 1 to 300; a response that changes with every call isn't cached. */
function cacheControl(nowMs: number, nextEditionAtMs: number | undefined): string {
  const todayTallyMs = kstDayStartMs(kstDayOf(nowMs)) + TALLY_AT_MS;
  const nightMs = nowMs < todayTallyMs ? todayTallyMs : todayTallyMs + 86_400_000;
  const nextMs = nextEditionAtMs ?? nightMs;
  if (nextMs <= nowMs) return 'private, no-cache';
  return `private, max-age=${Math.min(300, Math.max(1, Math.floor((nextMs - nowMs) / 1000)))}`;
}
