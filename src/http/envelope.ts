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
export const SUCCESS_TAIL = '}}';

/** The beginning of a success up to the JSON members of `data` that follow `meta`, in bytes, each as one character. */
export interface SuccessHead {
  /** Up to the instant of the answer (formatKstInstant). */
  readonly beforeDate: string;
  readonly afterDate: string;
}

/**
 * The beginning of the successes of a request (docs/rules/interface.md#envelope): behind it follow members such as
 * `"items":[],"currentPage":1`. `rawUrl` is the path and query, keys masked.
 */
export function successHead(apiTitle: string, rawUrl: string, site: Site): SuccessHead {
  const link = jsonText(rawUrl);
  const queryAt = link.indexOf('?');
  const query = queryAt === -1 || queryAt === link.length - 1 ? '' : link.slice(queryAt);
  const { beforeLink, beforeDate } = constantsOf(apiTitle, site);
  return {
    beforeDate: `${beforeLink}${link}${beforeDate}`,
    afterDate: `","query":"${query}","version":"${API_VERSION}"},`,
  };
}

/** What `meta` says of every answer of an endpoint, by title. */
const constants = new WeakMap<Site, Map<string, MetaConstants>>();

interface MetaConstants {
  readonly beforeLink: string;
  readonly beforeDate: string;
}

function constantsOf(apiTitle: string, site: Site): MetaConstants {
  const ofSite = constants.get(site) ?? new Map<string, MetaConstants>();
  constants.set(site, ofSite);
  const known = ofSite.get(apiTitle);
  if (known !== undefined) return known;
  const made = {
    beforeLink: `${HEAD}{"apiTitle":"${jsonText(apiTitle)}","apiLink":"${jsonText(site.baseUrl)}`,
    beforeDate: `","logoUrl":"${jsonText(site.logoUrl)}","pubDate":"`,
  };
  ofSite.set(apiTitle, made);
  return made;
}

/** Texts that JSON and UTF-8 leave as they are. */
const PLAIN = /^[ !#-[\]-~]*$/;

/** A text between the quotes of JSON, in bytes, each as one character. */
function jsonText(text: string): string {
  return PLAIN.test(text) ? text : Buffer.from(JSON.stringify(text).slice(1, -1)).toString('latin1');
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
