import type { Origin } from '../../accounts/identity.ts';
import { required } from '../failures.ts';
import type { PortalRequest } from '../route.ts';
import type { PortalServices } from '../services.ts';

/** Where a session starts, for the list of sessions. */
export function originOf({ caller, raw }: PortalRequest): Origin {
  return { caller, place: placeOf(caller), userAgent: raw.headers['user-agent'] ?? '' };
}

/** The browser's secret: of its session, or of its visit if nobody is signed in. Every POST has one. */
export function browserOf(
  { sessionToken, raw }: PortalRequest,
  { cookies }: Pick<PortalServices, 'cookies'>,
): string {
  return required(sessionToken ?? cookies.visitor(raw), 'START_AGAIN');
}

/** The network without the host: three numbers of IPv4, three groups of IPv6. */
function placeOf(caller: string): string {
  const separator = caller.includes(':') ? ':' : '.';
  return `${caller.split(separator).slice(0, 3).join(separator)}${separator}*`;
}
