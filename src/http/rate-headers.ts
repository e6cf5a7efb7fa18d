import type { Limits, QuotaState } from '../gate/gate.ts';

/** Limits are the same object for every call of an account between two commits, so their text is kept with them. */
const policies = new WeakMap<Limits, string>();

function policyOf(limits: Limits): string {
  const known = policies.get(limits);
  if (known !== undefined) return known;
  const { burstPerSecond, dailyQuota } = limits;
  const policy = `"burst";q=${burstPerSecond};w=1, "daily";q=${dailyQuota};w=86400`;
  policies.set(limits, policy);
  return policy;
}

/** The IETF draft's two headers, names and values in turn (docs/rules/limits.md#rate-headers). */
export function rateHeaders(quota: QuotaState): readonly string[] {
  return ['ratelimit-policy', policyOf(quota.limits), 'ratelimit', leftOf(quota)];
}

/** The same as header lines. */
export function rateLines(quota: QuotaState): string {
  return `ratelimit-policy: ${policyOf(quota.limits)}\r\nratelimit: ${leftOf(quota)}\r\n`;
}

function leftOf({ burst, dailyRemaining, dailyResetSeconds }: QuotaState): string {
  return `"burst";r=${burst.calls};t=${burst.fullInSeconds}, "daily";r=${dailyRemaining};t=${dailyResetSeconds}`;
}
