import type { Allowance } from '../../gate/rate-limiter.ts';
import { refuseAfter } from '../failures.ts';
import type { PortalRequest } from '../route.ts';
import type { PortalServices } from '../services.ts';

/** Attempts at one account by one caller or one known browser: enough for an owner to try their own passwords. */
const OF_ONE: Allowance = { burst: 10, everySeconds: 60 };
/** Attempts at one account by all callers from which its owner has never signed in, together. */
const OF_STRANGERS: Allowance = { burst: 30, everySeconds: 60 };

/**
 * Takes one attempt at an account. Each caller and each known browser has attempts of its own, so nobody uses up those
 * of the owner; the common bound holds where many callers guess. Throws TOO_MANY.
 */
export async function takeSignIn(
  email: string,
  request: PortalRequest,
  services: PortalServices,
): Promise<void> {
  const { attempts, cookies, identity } = services;
  refuseAfter(await attempts.take('sign-in', attemptsOf(email, request, services), OF_ONE));
  if (cookies.device(request.raw, email) !== null) return;
  if (await identity.isKnownCaller(email, request.caller)) return;
  refuseAfter(await attempts.take('sign-in by strangers', email, OF_STRANGERS));
}

/**
 * After a right password: the owner's attempts start again, and those of strangers, too, so that somebody who knows the
 * password doesn't use them up.
 */
export async function forgetSignIns(
  email: string,
  request: PortalRequest,
  services: PortalServices,
): Promise<void> {
  await services.attempts.forget('sign-in', attemptsOf(email, request, services));
  await services.attempts.forget('sign-in by strangers', email);
}

function attemptsOf(email: string, { caller, raw }: PortalRequest, { cookies }: PortalServices): string {
  const device = cookies.device(raw, email);
  return `${email} by ${device === null ? caller : `device ${device}`}`;
}
