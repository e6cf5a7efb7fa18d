import type { Origin } from '../../accounts/identity.ts';
import type { Visit } from '../kit/visit.ts';

/** Where a session starts, for the list of sessions. */
export function originOf({ caller, raw }: Visit): Origin {
  return { caller, place: placeOf(caller), userAgent: raw.headers['user-agent'] ?? '' };
}

/** The browser's secret: of its session, or of its visit if nobody is signed in. */
export function browserOf({ sessionToken, raw, reply, services }: Visit): string {
  return sessionToken ?? services.cookies.visitor(raw) ?? services.cookies.setVisitor(raw, reply);
}

/** The network without the host: three numbers of IPv4, three groups of IPv6. */
function placeOf(caller: string): string {
  const separator = caller.includes(':') ? ':' : '.';
  return `${caller.split(separator).slice(0, 3).join(separator)}${separator}*`;
}
