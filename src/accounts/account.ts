import type { KstDay } from '../clock.ts';
import type { Limits } from '../gate/decide.ts';
import type { Role } from './roles.ts';

export const TIERS = ['free', 'partner', 'enterprise'] as const;
export type Tier = (typeof TIERS)[number];

export interface Account {
  readonly accountId: number;
  /** Lower case, unique. */
  readonly email: string;
  readonly name: string;
  readonly tier: Tier;
  readonly role: Role;
  /** Public id for add-on links, never derived from a key. */
  readonly userKey: string;
  readonly addOnEnrolled: boolean;
  readonly suspended: boolean;
  /** The account's own limits; null fields follow the tier. */
  readonly override: { readonly [name in keyof Limits]: number | null };
  readonly createdAtMs: number;
  readonly hasPassword: boolean;
  /** Which mails the account gets: about its quota and, for operators, about problems. */
  readonly quotaMails: boolean;
  readonly operatorMails: boolean;
}

export interface KeyInfo {
  readonly first4: string;
  readonly last4: string;
  readonly issuedAtMs: number;
  readonly revokedAtMs: number | null;
  readonly service: ServiceInformation | null;
}

export interface UsageRow {
  readonly day: KstDay;
  readonly endpoint: string;
  /** The first digit of the HTTP status, 2 to 5; REFUSED_CLASS for calls over a limit, which count against no quota. */
  readonly statusClass: number;
  readonly calls: number;
}

export const REFUSED_CLASS = 0;
export const TOO_MANY = 429;

/** By status: 2xx or 3xx, 429, any other 4xx, 5xx. */
export const OUTCOMES = ['fine', 'limited', 'refused', 'failed'] as const;
export type Outcome = (typeof OUTCOMES)[number];

export function outcomeOf(status: number): Outcome {
  if (status < 400) return 'fine';
  if (status === TOO_MANY) return 'limited';
  return status < 500 ? 'refused' : 'failed';
}

export interface ServiceInformation {
  readonly serviceName: string;
  readonly serviceUrl: string;
  readonly purpose: string;
  readonly commercial: boolean;
}

export type NewAccount = Pick<Account, 'email' | 'name' | 'tier' | 'role'>;

export interface AccountFilter {
  /** A part of the email address or the name, or the whole account number. Empty matches all accounts. */
  readonly text?: string;
  readonly role?: Role | undefined;
  readonly tier?: Tier | undefined;
  readonly suspended?: boolean | undefined;
}

export type AccountChange = Partial<
  Pick<Account, 'tier' | 'role' | 'addOnEnrolled' | 'suspended' | 'quotaMails' | 'operatorMails' | 'override'>
>;

export class LastOwnerError extends Error {
  override name = 'LastOwnerError';

  constructor() {
    super('This is the last active owner: give another account the role first.');
  }
}

export function isActiveOwner({ role, suspended }: Account): boolean {
  return role === 'owner' && !suspended;
}

export function limitsOf(
  { tier, override }: Pick<Account, 'tier' | 'override'>,
  tierLimits: Readonly<Record<Tier, Limits>>,
): Limits {
  const { burstPerSecond, burst, dailyQuota } = tierLimits[tier];
  return {
    burstPerSecond: override.burstPerSecond ?? burstPerSecond,
    burst: override.burst ?? burst,
    dailyQuota: override.dailyQuota ?? dailyQuota,
  };
}
