import type { IncomingHttpHeaders } from 'node:http';
import type { Caller, QuotaState } from '../gate/gate.ts';
import { createByteCache } from '../http/body/byte-cache.ts';
import { chooseEncoding } from '../http/body/encoding.ts';
import { successFrame } from '../http/envelope.ts';
import type { ErrorCode } from '../http/errors.ts';
import { pageLinks } from '../http/links.ts';
import { maskKeys, type Query } from '../http/query-string.ts';
import { type CachedResponse, cachedResponse, fileHeaders } from '../http/response.ts';
import { preferredLanguage } from '../messages/languages.ts';
import { realtimeBucketOf } from '../rankings/realtime-bucket.ts';
import { correctionHeadersOf, suggestionHeadersOf } from '../search/query-headers.ts';
import { untilChanged } from '../until-changed.ts';
import type { Endpoint, EndpointResult, Services } from './endpoint.ts';

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

/** A response, and the state of what its endpoint `dependsOn`. */
interface KeptResponse extends CachedResponse {
  readonly condition: unknown;
}

/**
 * Makes responses, and keeps up to `bytesMax` bytes of them by request, so that neither parameters nor data have to be read again
 * (docs/decisions.md#calls-of-the-public-api). Once the data or the ten-minute bucket change, earlier ones are no longer found.
 * Calls have to pass the gate first. Both functions throw StoreUnavailableError.
 */
export function createReadyResponses(services: Services, bytesMax: number) {
  const { catalog, rankings, clock } = services;
  // A bucket is also the step of days and realtime lists.
  const ofCatalog = untilChanged((_version: unknown) =>
    untilChanged((_lists: unknown) => untilChanged((_bucket: number) => createByteCache(bytesMax, roomOf))),
  );
  const kept = () => ofCatalog(catalog.version())(rankings.version())(realtimeBucketOf(clock.nowMs()));
  return {
    /** The earlier response to the same request, if nothing has changed since. */
    find(call: ApiCall): CachedResponse | undefined {
      return call.endpoint.dependsOn === undefined ? kept().find(keyOf(call)) : undefined;
    },
    /** Throws ApiError. */
    async make(call: ApiCall, query: Query): Promise<CachedResponse> {
      const { endpoint, quota } = call;
      // Taken before the data are read: after a change in between, the response belongs to a state that is over.
      const ready = kept();
      const condition = await endpoint.dependsOn?.(services);
      const key = keyOf(call);
      const known = ready.find(key);
      if (known !== undefined && known.condition === condition) return known;
      const result = await endpoint.answer({ query, caller: callerOf(call), quota }, services);
      const made = await makeResponse(result, call, query, services);
      if (result.isLasting === true && call.url.length <= URL_MAX) ready.keep(key, { ...made, condition });
      return made;
    },
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

function makeResponse(
  result: EndpointResult,
  { endpoint, url, headers: { 'accept-encoding': accepted, 'accept-language': languages } }: ApiCall,
  query: Query,
  services: Services,
): Promise<CachedResponse> {
  const { members, file, nextEditionAtMs } = result;
  const message = result.message?.[preferredLanguage(languages)] ?? null;
  const { site, clock, keyPrefix } = services;
  const rawUrl = maskKeys(url, keyPrefix);
  const headers = headersOf(result, endpoint, site.baseUrl + rawUrl);
  const ignored = ignoredNames(query, endpoint, services);
  if (ignored !== null) headers.push('seoga-ignored', ignored);
  const parts = { headers, nextEditionAtMs, encoding: chooseEncoding(accepted), message };
  if (file === undefined) {
    const frame = successFrame(endpoint.title.en, rawUrl, site, message ?? undefined);
    return cachedResponse(members, { ...parts, frame, contentHeaders: JSON_TYPE });
  }
  return cachedResponse(members, {
    ...parts,
    frame: { beforeDate: '', afterDate: null, tail: '' },
    contentHeaders: fileHeaders(file, clock.nowMs()),
    // A workbook is already compressed.
    ...(file.format === 'xlsx' ? { encoding: 'identity' } : {}),
  });
}

const JSON_TYPE = ['content-type', 'application/json; charset=utf-8'];

/** The headers that describe the response, names and values alternating; `address` is the URL, keys masked. */
function headersOf(
  { edition, correction, suggestion, list }: EndpointResult,
  { parameters }: Endpoint,
  address: string,
): string[] {
  const headers = edition === undefined ? [] : ['seoga-edition', edition];
  const found = {
    ...(correction ? correctionHeadersOf(correction) : {}),
    ...suggestionHeadersOf(suggestion ?? null),
  };
  for (const [name, value] of Object.entries(found)) headers.push(name.toLowerCase(), value);
  const isPaged = Object.hasOwn(parameters.properties, 'page');
  const links = list === undefined || !isPaged ? null : pageLinks(address, list);
  if (links !== null) headers.push('link', links);
  return headers;
}

/** Maximum number of parameters that are named, and maximum length of a name. */
const IGNORED_MAX = 10;
const IGNORED_NAME_MAX = 40;

/** The parameters that the endpoint doesn't know: usually misspelled, or those of another service. Keys are masked. */
export function ignoredNames(query: Query, { parameters }: Endpoint, { keyPrefix }: Services): string | null {
  const ignored = Object.keys(query).filter((name) => !Object.hasOwn(parameters.properties, name));
  if (ignored.length === 0) return null;
  const shown = ignored
    .slice(0, IGNORED_MAX)
    .map((name) => (name.includes(keyPrefix) ? '***' : name.slice(0, IGNORED_NAME_MAX).toWellFormed()));
  return shown.map(encodeURIComponent).join(', ');
}
