import type { MessageValues } from '../messages/fill.ts';
import { type Language, preferredLanguage } from '../messages/languages.ts';
import type { ApiCall } from './api-call.ts';
import { failureEnvelope } from './envelope.ts';
import { ERROR_STATUS, type ErrorCode } from './errors.ts';
import { type HeaderList, leave, type Send } from './leave.ts';
import { headerLines } from './text-head-response.ts';

/** An answer that says why a call failed. */
interface FailureAnswer {
  readonly status: number;
  readonly headers: HeaderList;
  readonly body: Buffer;
}

/** Headers and envelope of an error, in the language that the caller prefers. */
export function failureAnswer(
  code: ErrorCode,
  values: MessageValues,
  { headers, server }: Pick<ApiCall, 'headers' | 'server'>,
): FailureAnswer {
  const language = preferredLanguage(headers['accept-language']);
  return {
    status: ERROR_STATUS[code],
    headers: [
      ...['content-type', 'application/json; charset=utf-8', 'content-language', language],
      ...['vary', 'Accept-Language, Accept-Encoding, X-Api-Key', 'cache-control', 'no-store'],
      ...['link', helpLink(server.errorPages, code)],
    ],
    body: failureBody(code, values, language),
  };
}

/** The address of the page that explains an error, as a header value. */
export function helpLink(errorPages: string, code: ErrorCode): string {
  return `<${errorPages}/${code}>; rel="help"`;
}

const NO_VALUES: MessageValues = {};

/** Bodies of errors that say the same to everybody. */
const constantBodies = new Map<string, Buffer>();

function failureBody(code: ErrorCode, values: MessageValues, language: Language): Buffer {
  const key = `${code} ${language}`;
  const known = values === NO_VALUES ? constantBodies.get(key) : undefined;
  if (known !== undefined) return known;
  const body = Buffer.from(failureEnvelope(code, values, language));
  if (values === NO_VALUES) constantBodies.set(key, body);
  return body;
}

/** A call that the gate refuses. */
export interface Refusal {
  readonly code: ErrorCode;
  readonly values?: MessageValues;
  /** For Retry-After. */
  readonly retryAfterSeconds?: number;
}

/**
 * Sends a refusal. Nothing is thrown on the way: a wrong key is the cheapest call to make, so its answer has to be the
 * cheapest, too.
 */
export function sendRefusal(
  { code, values = NO_VALUES, retryAfterSeconds }: Refusal,
  call: ApiCall,
  send: Send,
): Promise<void> {
  call.errorCode = code;
  const { status, headers, body } = failureAnswer(code, values, call);
  const retry = retryAfterSeconds === undefined ? [] : ['retry-after', String(retryAfterSeconds)];
  const lines = headerLines([...retry, ...headers, 'content-length', String(body.length)]);
  return leave(call, send, status, lines, [body]);
}
