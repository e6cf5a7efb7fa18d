import type { IncomingMessage } from 'node:http';
import { message } from '../messages/messages.ts';
import { ApiError } from './errors.ts';

/**
 * The path and query of a request target. Clients that talk to a proxy send the whole URL, whose scheme and host don't
 * matter here; some send a fragment, which is for the browser alone. Returns what it can't read as it is.
 */
export function pathAndQuery(target: string): string {
  const fragmentAt = target.indexOf('#');
  const text = fragmentAt === -1 ? target : target.slice(0, fragmentAt);
  if (text.startsWith('/')) return text;
  const origin = /^https?:\/\/[^/?]+/i.exec(text);
  if (origin === null) return text;
  const rest = text.slice(origin[0].length);
  return rest.startsWith('/') ? rest : `/${rest}`;
}

/** A target in which `pathAndQuery` found no path, such as `*`: Node accepts it. */
export function targetFault(path: string | undefined): ApiError | undefined {
  return path?.startsWith('/') ? undefined : new ApiError('COMMON_400');
}

/** What Node accepts but no honest client sends: several Host headers, or none with HTTP/1.1. */
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
