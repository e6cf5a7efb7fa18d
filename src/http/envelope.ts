import { type Clock, formatKstInstant } from '../clock.ts';
import { type ErrorCode, type ErrorValues, errorMessage, type Language } from './errors.ts';

/** Part of every successful answer (docs/rules/interface.md#meta). */
export const API_VERSION = '1.0';

/** What `meta` is made of. */
export interface Site {
  /** Without a slash at the end. */
  readonly baseUrl: string;
  readonly logoUrl: string;
}

const HEAD = '{"success":true,"message":"OK","errorCode":null,"data":{"meta":';
const TAIL = Buffer.from('}}');

/**
 * The envelope of a success (docs/rules/interface.md#envelope) around `members`, the JSON members of `data` that
 * follow `meta`, such as `"items":[],"currentPage":1`, in parts to be sent one after the other. `rawUrl` is the path
 * and query of the request, keys masked.
 */
export function successEnvelope(
  members: Buffer,
  apiTitle: string,
  rawUrl: string,
  site: Site,
  clock: Clock,
): readonly Buffer[] {
  const queryAt = rawUrl.indexOf('?');
  const query = queryAt === -1 || queryAt === rawUrl.length - 1 ? '' : rawUrl.slice(queryAt);
  const meta =
    `{"apiTitle":${JSON.stringify(apiTitle)},"apiLink":${JSON.stringify(site.baseUrl + rawUrl)}` +
    `,"logoUrl":${JSON.stringify(site.logoUrl)},"pubDate":"${formatKstInstant(clock.nowMs())}"` +
    `,"query":${JSON.stringify(query)},"version":"${API_VERSION}"},`;
  return [Buffer.from(HEAD + meta), members, TAIL];
}

/** The failed answer of every endpoint, exports included (docs/rules/interface.md#envelope). */
export function failureEnvelope(code: ErrorCode, values: ErrorValues, language: Language): string {
  return JSON.stringify({
    success: false,
    message: errorMessage(code, values, language),
    errorCode: code,
    data: {},
  });
}
