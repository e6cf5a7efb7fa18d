import type { IncomingHttpHeaders } from 'node:http';
import { type Language, type MessageValues, preferredLanguage } from '../messages/languages.ts';
import { messageIn } from '../messages/messages.ts';
import { type ApiError, ERROR_STATUS, type ErrorCode } from './errors.ts';
import type { HeaderList, HttpResponse } from './response.ts';

/** Why a call is refused: an ApiError or a plain object of its fields, which is cheaper to make for calls with a wrong key. */
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
const constantBodies = new Map<string, string>();

/**
 * The envelope of every failure, exports included (docs/api.md#envelope). Each character is a byte: strangers cost a third less where
 * head and body are one string.
 */
function failureBody(code: ErrorCode, values: MessageValues | undefined, language: Language): string {
  const key = `${code} ${language}`;
  const known = values === undefined ? constantBodies.get(key) : undefined;
  if (known !== undefined) return known;
  const { hint } = values ?? {};
  const message =
    messageIn(language, `errors.${code}`, values) + (typeof hint === 'object' ? hint[language] : '');
  const envelope = JSON.stringify({ success: false, message, errorCode: code, data: {} });
  const body = Buffer.from(envelope).toString('latin1');
  if (values === undefined) constantBodies.set(key, body);
  return body;
}
