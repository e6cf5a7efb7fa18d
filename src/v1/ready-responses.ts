import type { IncomingHttpHeaders } from 'node:http';
import { formatKstInstant, kstCompactDate, kstDayOf } from '../clock.ts';
import { MEDIA_TYPES } from '../export/table.ts';
import type { Caller, Decision } from '../gate/decide.ts';
import type { Links } from '../http/links.ts';
import { maskKeys, type Query, readQuery } from '../http/query-string.ts';
import {
  type ByteCache,
  chooseEncoding,
  createByteCache,
  datedBody,
  fixedBody,
  type HeaderList,
  type HttpResponse,
  hasTag,
  type ReadyBody,
  strongTag,
  tagOf,
} from '../http/response.ts';
import { preferredLanguage } from '../messages/languages.ts';
import { realtimeBucketOf } from '../rankings/edition.ts';
import { nextNightlyMs } from '../rankings/schedule.ts';
import { correctionHeadersOf, suggestionHeadersOf } from '../search/search-index.ts';
import type { Endpoint, EndpointResult, FileLabel, PageOfList, Services } from './endpoint.ts';

export interface ApiCall {
  readonly endpoint: Endpoint;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly startedMs: number;
  /** The account for which the service calls its own API; null if the call needs a key. */
  readonly as: number | null;
}

interface CachedResponse {
  /** An entity tag without quotes. Depends on the data alone, not on the time of the response. */
  readonly tag: string;
  readonly headers: HeaderList;
  /** Headers that a 304 response omits. */
  readonly bodyHeaders: HeaderList;
  readonly nextEditionAtMs: number | undefined;
  readonly body: ReadyBody;
  readonly condition: unknown;
}

/**
 * Answers calls from a cache of `bytesMax` bytes, which saves reading parameters and data
 * (docs/decisions.md#calls-of-the-public-api). A new revision or ten-minute bucket begins a new cache. The returned function
 * throws ApiError and StoreUnavailableError.
 */
export function createReadyResponses(services: Services, bytesMax: number) {
  const { revision, clock } = services;
  const newCache = () => createByteCache(bytesMax, roomOf);
  let current = { revision: -1, bucket: -1, cache: newCache() };

  async function make(
    call: ApiCall,
    passed: Decision,
    key: string,
    cache: ByteCache<CachedResponse>,
  ): Promise<HttpResponse> {
    const { endpoint, url } = call;
    const condition = await endpoint.dependsOn?.(services);
    const cached = cache.find(key);
    if (cached !== undefined && cached.condition === condition)
      return responseAt(clock.nowMs(), cached, call);
    const result = await endpoint.answer({ ...passed, query: readQuery(url) }, services);
    const made = await makeResponse(result, call, condition, services);
    if (result.isLasting === true && url.length <= URL_MAX) cache.set(key, made);
    return responseAt(clock.nowMs(), made, call);
  }

  return (call: ApiCall, passed: Decision): HttpResponse | Promise<HttpResponse> => {
    const nowMs = clock.nowMs();
    // The cache is chosen before data are read. If the revision changes meanwhile, the response goes into the old cache.
    const [number, bucket] = [revision.current(), realtimeBucketOf(nowMs)];
    // Within a ten-minute bucket, the day and the realtime lists change only with the revision.
    if (current.revision !== number || current.bucket !== bucket)
      current = { revision: number, bucket, cache: newCache() };
    const { cache } = current;
    const key = keyOf(call, passed.caller);
    const cached = call.endpoint.dependsOn === undefined ? cache.find(key) : undefined;
    return cached === undefined ? make(call, passed, key, cache) : responseAt(nowMs, cached, call);
  };
}

function roomOf({ headers, bodyHeaders, body }: CachedResponse): number {
  return [...headers, ...bodyHeaders].reduce((sum, text) => sum + text.length, body.length);
}

/** A longer URL is rarely requested twice. */
const URL_MAX = 500;

/** The key in the cache. Usually the URL itself, because a newly joined string has to be hashed at each call. */
function keyOf({ headers, url }: ApiCall, { addOnUserKey }: Caller): string {
  const encoding = chooseEncoding(headers['accept-encoding']);
  return encoding === 'identity' && addOnUserKey === null ? url : `${encoding} ${addOnUserKey ?? ''} ${url}`;
}

/** Makes a response for the cache (docs/api.md#caching). */
async function makeResponse(
  result: EndpointResult,
  { endpoint, url, headers: asked }: ApiCall,
  condition: unknown,
  services: Services,
): Promise<CachedResponse> {
  const { members, file, nextEditionAtMs } = result;
  const { links, clock, keyPrefix } = services;
  const message = result.message?.[preferredLanguage(asked['accept-language'])];
  const rawUrl = maskKeys(url, keyPrefix);
  // A workbook is already compressed.
  const isPlain = file?.format === 'xlsx' || members.length < COMPRESSED_FROM_BYTES;
  const encoding = isPlain ? 'identity' : chooseEncoding(asked['accept-encoding']);
  const body = await (file === undefined
    ? datedBody(...successParts(endpoint.title.en, rawUrl, links, members, message), encoding)
    : fixedBody(members, encoding));
  const tag = tagOf(Buffer.from(message ?? ''), members);
  // A weak tag, because JSON responses with equal data contain different times.
  const etag = file === undefined ? `W/"${tag}"` : strongTag(tag, encoding);
  const vary = `Accept-Encoding, X-Api-Key${message === undefined ? '' : ', Accept-Language'}`;
  const headers = headersOf(result, endpoint, links.baseUrl + rawUrl);
  headers.push(...ignoredHeader(readQuery(url), endpoint, services), 'etag', etag, 'vary', vary);
  const contentHeaders = file === undefined ? JSON_TYPE : fileHeaders(file, clock.nowMs());
  const encoded = encoding === 'identity' ? [] : ['content-encoding', encoding];
  const bodyHeaders = [...contentHeaders, ...encoded, 'content-length', String(body.length)];
  return { tag, headers, bodyHeaders, nextEditionAtMs, body, condition };
}

export const API_VERSION = '1.0';

/**
 * The bytes before and after the time in a successful response (docs/api.md#envelope). `rawUrl` is the path and query, keys
 * masked; `members` is the JSON text after `meta` inside `data`.
 */
export function successParts(
  apiTitle: string,
  rawUrl: string,
  links: Pick<Links, 'baseUrl' | 'logo'>,
  members: Buffer,
  message = 'OK',
): [before: string, behind: readonly Buffer[]] {
  const link = jsonText(rawUrl);
  const queryAt = link.indexOf('?');
  const query = queryAt === -1 || queryAt === link.length - 1 ? '' : link.slice(queryAt);
  const address = jsonText(links.baseUrl) + link;
  const end = Buffer.from(`","query":"${query}","version":"${API_VERSION}"},`, 'latin1');
  return [
    `{"success":true,"message":"${jsonText(message)}","errorCode":null,"data":{"meta":{"apiTitle":"${jsonText(apiTitle)}","apiLink":"${address}","logoUrl":"${jsonText(links.logo)}","pubDate":"`,
    [end, members, TAIL],
  ];
}

const TAIL = Buffer.from('}}');

/** ASCII text without characters that JSON escapes. */
const PLAIN = /^[ !#-[\]-~]*$/;

/** JSON text without its quotes, with one character per byte of UTF-8. */
function jsonText(text: string): string {
  return PLAIN.test(text) ? text : Buffer.from(JSON.stringify(text).slice(1, -1)).toString('latin1');
}

/** Below this size, compression saves fewer bytes than its headers take. */
const COMPRESSED_FROM_BYTES = 1024;

const JSON_TYPE = ['content-type', 'application/json; charset=utf-8'];

/** `address` is the URL of the request, keys masked. */
function headersOf(
  { edition, correction, suggestion, list }: EndpointResult,
  { parameters }: Endpoint,
  address: string,
): string[] {
  const headers = edition === undefined ? [] : ['seoga-edition', edition];
  if (correction) headers.push(...Object.entries(correctionHeadersOf(correction)).flat());
  if (suggestion) headers.push(...Object.entries(suggestionHeadersOf(suggestion)).flat());
  const isPaged = Object.hasOwn(parameters, 'page') && address.length <= ADDRESS_MAX;
  if (list !== undefined && isPaged) headers.push(...pageLinks(address, list));
  return headers;
}

/** The header Link repeats the URL up to four times, so longer URLs get none. */
const ADDRESS_MAX = 1_000;

/** The header Link: `first`, `prev`, `next` and `last`, if they exist (RFC 8288). */
function pageLinks(address: string, { page, pageSize, totalCount }: PageOfList): string[] {
  // An angle bracket would end the URL in the header early.
  if (/[<>]/.test(address)) return [];
  const last = Math.max(1, Math.ceil(totalCount / pageSize));
  const [path = '', query = ''] = address.split(/\?(.*)/s);
  const others = query.split('&').filter((pair) => pair !== '' && !/^page(=|$)/.test(pair));
  const pages = [
    ['first', 1],
    ['prev', page - 1],
    ['next', page + 1],
    ['last', last],
  ] as const;
  const links = pages
    .filter(([, number]) => number >= 1 && number <= last)
    .map(([rel, number]) => `<${path}?${[...others, `page=${number}`].join('&')}>; rel="${rel}"`);
  return ['link', links.join(', ')];
}

const IGNORED_MAX = 10;
const IGNORED_NAME_MAX = 40;

/** The header Seoga-Ignored with the names of unknown parameters, which are usually misspelled. Masks keys. */
export function ignoredHeader(
  query: Query,
  { parameters }: Endpoint,
  { keyPrefix }: Services,
): [name: string, value: string] | [] {
  const ignored = Object.keys(query).filter((name) => !Object.hasOwn(parameters, name));
  if (ignored.length === 0) return [];
  const shown = ignored
    .slice(0, IGNORED_MAX)
    .map((name) => (name.includes(keyPrefix) ? '***' : name.slice(0, IGNORED_NAME_MAX).toWellFormed()));
  return ['seoga-ignored', shown.map(encodeURIComponent).join(', ')];
}

function fileHeaders({ prefix, format, day }: FileLabel, nowMs: number): HeaderList {
  const name = `${prefix}_${kstCompactDate(day ?? kstDayOf(nowMs))}.${format}`;
  return ['content-type', MEDIA_TYPES[format], 'content-disposition', `attachment; filename="${name}"`];
}

/** The response at a time; 304 if the caller already has these data. */
function responseAt(nowMs: number, ready: CachedResponse, { headers: asked }: ApiCall): HttpResponse {
  const { tag, bodyHeaders, nextEditionAtMs, body } = ready;
  const headers = ['cache-control', cacheControl(nowMs, nextEditionAtMs)].concat(ready.headers);
  if (hasTag(asked['if-none-match'], tag)) return { status: 304, headers, body: [] };
  return { status: 200, headers: headers.concat(bodyHeaders), body: body.at(formatKstInstant(nowMs)) };
}

/** Caches may use a response until the data may change, at most for 300 seconds. */
function cacheControl(nowMs: number, nextEditionAtMs: number | undefined): string {
  const nextMs = nextEditionAtMs ?? nextNightlyMs(nowMs);
  if (nextMs <= nowMs) return 'private, no-cache';
  return `private, max-age=${Math.min(300, Math.max(1, Math.floor((nextMs - nowMs) / 1000)))}`;
}
