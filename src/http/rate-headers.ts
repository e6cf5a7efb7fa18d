import type { Limits, QuotaState } from '../gate/gate.ts';
import type { HeaderList } from './api-call.ts';

/** Limits are the same object for all calls of an account between two commits, so their text is kept with them. */
const policies = new WeakMap<Limits, string>();

function policyOf(limits: Limits): string {
  const known = policies.get(limits);
  if (known !== undefined) return known;
  const { burst, burstPerSecond, dailyQuota } = limits;
  const refillSeconds = Math.ceil(burst / burstPerSecond);
  const policy = `"burst";q=${burst};w=${refillSeconds}, "daily";q=${dailyQuota};w=86400`;
  policies.set(limits, policy);
  return policy;
}

/** The two headers of the IETF draft (docs/rules/limits.md#rate-headers). */
export function rateHeaders({ limits, burst, dailyRemaining, dailyResetSeconds }: QuotaState): HeaderList {
  const left = `"burst";r=${burst.calls};t=${burst.fullInSeconds}, "daily";r=${dailyRemaining};t=${dailyResetSeconds}`;
  return ['ratelimit-policy', policyOf(limits), 'ratelimit', left];
}
