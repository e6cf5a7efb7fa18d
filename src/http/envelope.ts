import { type Clock, formatKstInstant } from '../clock.ts';
import type { MessageValues } from '../messages/fill.ts';
import type { Language } from '../messages/languages.ts';
import { messageWith } from '../messages/messages.ts';
import type { ErrorCode } from './errors.ts';

/** Part of every successful answer (docs/rules/interface.md#meta). */
export const API_VERSION = '1.0';

/** What `meta` is made of. */
export interface Site {
  /** Without a slash at the end. */
  readonly baseUrl: string;
  readonly logoUrl: string;
}

const HEAD = '{"success":true,"message":"OK","errorCode":null,"data":{"meta":';

/** What follows the members of `data`. */
export const SUCCESS_TAIL = Buffer.from('}}');

/**
 * The beginning of a success (docs/rules/interface.md#envelope), up to the JSON members of `data` that follow `meta`,
 * such as `"items":[],"currentPage":1`. `rawUrl` is the path and query of the request, keys masked.
 */
export function successHead(apiTitle: string, rawUrl: string, site: Site, clock: Clock): Buffer {
  const queryAt = rawUrl.indexOf('?');
  const query = queryAt === -1 || queryAt === rawUrl.length - 1 ? '' : rawUrl.slice(queryAt);
  const meta =
    `{"apiTitle":${JSON.stringify(apiTitle)},"apiLink":${JSON.stringify(site.baseUrl + rawUrl)}` +
    `,"logoUrl":${JSON.stringify(site.logoUrl)},"pubDate":"${formatKstInstant(clock.nowMs())}"` +
    `,"query":${JSON.stringify(query)},"version":"${API_VERSION}"},`;
  return Buffer.from(HEAD + meta);
}

/** The failed answer of every endpoint, exports included (docs/rules/interface.md#envelope). */
export function failureEnvelope(code: ErrorCode, values: MessageValues, language: Language): string {
  return JSON.stringify({
    success: false,
    message: messageWith(language, `errors.${code}`, values),
    errorCode: code,
    data: {},
  });
}
