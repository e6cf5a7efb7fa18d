import type { IncomingMessage } from 'node:http';
import { message } from '../messages/messages.ts';
import { ApiError } from './errors.ts';
import { isMalformed } from './query-string.ts';

/** What Node accepts but no honest client sends: several Host headers, or none under HTTP/1.1. */
export function hostFault({
  rawHeaders,
  httpVersion,
}: Pick<IncomingMessage, 'rawHeaders' | 'httpVersion'>): ApiError | undefined {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name !== undefined && name.length === 4 && name.toLowerCase() === 'host') hosts++;
  }
  if (hosts > 1) return new ApiError('COMMON_400', { detail: message('api.severalHosts') });
  if (hosts === 0 && httpVersion === '1.1')
    return new ApiError('COMMON_400', { detail: message('api.noHost') });
  return undefined;
}

/** The error of a query string that cannot be decoded; undefined when it can. */
export function queryFault(query: unknown): ApiError | undefined {
  if (!isMalformed(query)) return undefined;
  return new ApiError('COMMON_400', { detail: message('api.badQuery') });
}
