import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { type Language, type MessageValues, preferredLanguage } from '../messages/languages.ts';
import { messageIn } from '../messages/messages.ts';
import type { Body } from './body.ts';
import { type ApiError, ERROR_STATUS, type ErrorCode } from './errors.ts';
import type { Links } from './links.ts';

/** Names and values alternating, names in lower case. */
export type HeaderList = readonly string[];

/** A whole response. */
export interface HttpResponse {
  readonly status: number;
  /** Of this response alone; names and values alternating. */
  readonly headers: string[];
  readonly body: Body;
}

/**
 * Writes a whole response through Node's, which leaves out the body for HEAD. If the body is a string, Node writes it together with
 * the head.
 */
export function writeResponse(response: ServerResponse, { status, headers, body }: HttpResponse): void {
  response.writeHead(status, headers);
  if (body.length > 1) response.cork();
  for (let at = 0; at < body.length - 1; at++) response.write(body[at], 'latin1');
  response.end(body.at(-1), 'latin1');
}

/** Part of every successful response (docs/api.md#meta). */
export const API_VERSION = '1.0';

/**
 * The bytes of a successful response before and behind its instant (docs/api.md#envelope). `rawUrl` is the path and query, keys
 * masked; `members` those of `data` that follow `meta`, such as `"items":[],"currentPage":1`.
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

/** Texts that are the same in JSON and UTF-8. */
const PLAIN = /^[ !#-[\]-~]*$/;

/** A text as it is between the quotes of JSON, each byte as one character. */
function jsonText(text: string): string {
  return PLAIN.test(text) ? text : Buffer.from(JSON.stringify(text).slice(1, -1)).toString('latin1');
}

/** Why a call must stop: an ApiError, or the same without one, so that calls with a wrong key stay the cheapest. */
export type Refusal = Pick<ApiError, 'code'> & Partial<Pick<ApiError, 'values' | 'headers'>>;

/** Makes the response to a failure: headers and envelope, in the caller's preferred language. */
export type MakeFailure = (refusal: Refusal, headers: IncomingHttpHeaders) => HttpResponse;

/** `errorPages` = base URL of the pages that explain errors, without a trailing slash. */
export function createFailures(errorPages: string): MakeFailure {
  return ({ code, values, headers: own = {} }, headers) => {
    const language = preferredLanguage(headers['accept-language']);
    const body = failureBody(code, values, language);
    return {
      status: ERROR_STATUS[code],
      headers: [
        ...Object.entries(own).flat(),
        ...(HEADERS_OF_STATUS[ERROR_STATUS[code]] ?? []),
        ...['content-type', 'application/json; charset=utf-8', 'content-language', language],
        ...['vary', 'Accept-Language, Accept-Encoding, X-Api-Key', 'cache-control', 'no-store'],
        ...['link', `<${errorPages}/${code}>; rel="help"`, 'content-length', String(body.length)],
      ],
      body: [body],
    };
  };
}

/** What RFC 9110 requires with a status. */
const HEADERS_OF_STATUS: Readonly<Record<number, HeaderList>> = {
  401: ['www-authenticate', 'ApiKey header="X-Api-Key"'],
  405: ['allow', 'GET, HEAD'],
};

/** Bodies of errors that are the same for everybody. */
const constantBodies = new Map<string, Buffer>();

/** The envelope of every failure, exports included (docs/api.md#envelope). */
function failureBody(code: ErrorCode, values: MessageValues | undefined, language: Language): Buffer {
  const key = `${code} ${language}`;
  const known = values === undefined ? constantBodies.get(key) : undefined;
  if (known !== undefined) return known;
  const message = messageIn(language, `errors.${code}`, values);
  const body = Buffer.from(JSON.stringify({ success: false, message, errorCode: code, data: {} }));
  if (values === undefined) constantBodies.set(key, body);
  return body;
}
