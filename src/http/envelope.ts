import type { Frame } from './body/ready-body.ts';

/** Part of every successful response (docs/api.md#meta). */
export const API_VERSION = '1.0';

/** What `meta` is made from. */
export interface Site {
  /** Without a trailing slash. */
  readonly baseUrl: string;
  readonly logoUrl: string;
}

/**
 * The bytes around the members of `data` that follow `meta`, such as `"items":[],"currentPage":1`, in successful
 * responses to a request (docs/api.md#envelope). `rawUrl` is the path and query, keys masked.
 */
export function successFrame(apiTitle: string, rawUrl: string, site: Site, message = 'OK') {
  const link = jsonText(rawUrl);
  const queryAt = link.indexOf('?');
  const query = queryAt === -1 || queryAt === link.length - 1 ? '' : link.slice(queryAt);
  const address = jsonText(site.baseUrl) + link;
  return {
    beforeDate: `{"success":true,"message":"${jsonText(message)}","errorCode":null,"data":{"meta":{"apiTitle":"${jsonText(apiTitle)}","apiLink":"${address}","logoUrl":"${jsonText(site.logoUrl)}","pubDate":"`,
    afterDate: `","query":"${query}","version":"${API_VERSION}"},`,
    tail: '}}',
  } satisfies Frame;
}

/** Texts that are the same in JSON and UTF-8. */
const PLAIN = /^[ !#-[\]-~]*$/;

/** A text as it is between the quotes of JSON, each byte as one character. */
function jsonText(text: string): string {
  return PLAIN.test(text) ? text : Buffer.from(JSON.stringify(text).slice(1, -1)).toString('latin1');
}
