import type { IncomingHttpHeaders } from 'node:http';
import type { MessageValues } from '../messages/fill.ts';
import { type Language, preferredLanguage } from '../messages/languages.ts';
import { messageIn } from '../messages/messages.ts';
import type { ApiAnswer, HeaderList } from './api-call.ts';
import { ERROR_STATUS, type ErrorCode } from './errors.ts';

/** Why a call may not go on. Nothing is thrown for it: a wrong key is the cheapest call to make. */
export interface Refusal {
  readonly code: ErrorCode;
  readonly values?: MessageValues;
  /** For Retry-After. */
  readonly retryAfterSeconds?: number;
}

/** Makes the response to a failure: headers and envelope, in the language that the caller prefers. */
export type FailureAnswers = (refusal: Refusal, headers: IncomingHttpHeaders) => ApiAnswer;

/** `errorPages` = address of the pages that explain errors, without a slash at the end. */
export function createFailureAnswers(errorPages: string): FailureAnswers {
  return ({ code, values, retryAfterSeconds }, headers) => {
    const language = preferredLanguage(headers['accept-language']);
    const body = failureBody(code, values, language);
    return {
      status: ERROR_STATUS[code],
      headers: [
        ...(retryAfterSeconds === undefined ? [] : ['retry-after', String(retryAfterSeconds)]),
        ...(HEADERS_OF_STATUS[ERROR_STATUS[code]] ?? []),
        ...['content-type', 'application/json; charset=utf-8', 'content-language', language],
        ...['vary', 'Accept-Language, Accept-Encoding, X-Api-Key', 'cache-control', 'no-store'],
        ...['link', `<${errorPages}/${code}>; rel="help"`, 'content-length', String(body.length)],
      ],
      body: [body],
    };
  };
}

/** What RFC 9110 demands with a status. */
const HEADERS_OF_STATUS: Readonly<Record<number, HeaderList>> = {
  401: ['www-authenticate', 'ApiKey header="X-Api-Key"'],
  405: ['allow', 'GET, HEAD'],
};

/** Bodies of errors that say the same to everybody. */
const constantBodies = new Map<string, Buffer>();

/** The envelope of every failure, exports included (docs/rules/interface.md#envelope). */
function failureBody(code: ErrorCode, values: MessageValues | undefined, language: Language): Buffer {
  const key = `${code} ${language}`;
  const known = values === undefined ? constantBodies.get(key) : undefined;
  if (known !== undefined) return known;
  const message = messageIn(language, `errors.${code}`, values);
  const body = Buffer.from(JSON.stringify({ success: false, message, errorCode: code, data: {} }));
  if (values === undefined) constantBodies.set(key, body);
  return body;
}
