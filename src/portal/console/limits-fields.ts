import type { Body } from '../body.ts';
import type { LimitsOverride } from '../console-contract.ts';

const QUOTA_MAX = 1_000_000_000;
/** Far beyond what one process answers. */
const BURST_MAX = 1_000_000;

/** Names of the fields that hold an account's own limits. */
export const LIMITS_FIELDS = ['dailyQuota', 'burstPerSecond', 'burst'] as const;

type LimitsField = (typeof LIMITS_FIELDS)[number];

/** An account's own limits from a body; null follows the tier. Throws INVALID. */
export function readLimits(body: Body<LimitsField>): LimitsOverride {
  return {
    dailyQuota: body.isNull('dailyQuota') ? null : body.integer('dailyQuota', 0, QUOTA_MAX),
    ...readBurst(body),
  };
}

/** The same with a daily quota of its own. */
export function readGrantedLimits(body: Body<LimitsField>): LimitsOverride & { readonly dailyQuota: number } {
  return { dailyQuota: body.integer('dailyQuota', 1, QUOTA_MAX), ...readBurst(body) };
}

function readBurst(body: Body<LimitsField>): Pick<LimitsOverride, 'burstPerSecond' | 'burst'> {
  return {
    burstPerSecond: body.isNull('burstPerSecond') ? null : body.number('burstPerSecond', 0.01, BURST_MAX),
    burst: body.isNull('burst') ? null : body.integer('burst', 1, BURST_MAX),
  };
}
