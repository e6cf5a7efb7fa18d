import type { KstDay } from '../clock.ts';
import type { Limits } from '../gate/gate.ts';
import type { Role } from './roles.ts';

export const TIERS = ['free', 'partner', 'enterprise'] as const;
export type Tier = (typeof TIERS)[number];

/** A developer's or operator's account. */
export interface Account {
  readonly accountId: number;
  /** Lower case, unique. */
  readonly email: string;
  readonly name: string;
  readonly tier: Tier;
  readonly role: Role;
  /** Public id for add-on links (16 base62 characters), never derived from a key. */
  readonly userKey: string;
  readonly addOnEnrolled: boolean;
  readonly suspended: boolean;
  /** The account's own limits instead of the tier's; null fields follow the tier. */
  readonly override: { readonly [name in keyof Limits]: number | null };
  readonly createdAtMs: number;
}

/** The visible part of a key: enough to recognise it, too little to use it. */
export interface KeyInfo {
  readonly first4: string;
  readonly last4: string;
  readonly issuedAtMs: number;
  readonly revokedAtMs: number | null;
}

/** Calls of one account on one day at one endpoint with one status class. */
export interface UsageRow {
  readonly day: KstDay;
  readonly endpoint: string;
  /** 2, 3, 4 or 5: the first digit of the HTTP status. */
  readonly statusClass: number;
  readonly calls: number;
}

/** What an account says about the service that will use its key (docs/accounts.md#keys). */
export interface ServiceInformation {
  readonly serviceName: string;
  readonly serviceUrl: string;
  readonly purpose: string;
  readonly commercial: boolean;
}

/** Clicks on an account's add-on links on a day. */
export interface DayClicks {
  readonly day: KstDay;
  readonly clicks: number;
}

export type NewAccount = Pick<Account, 'email' | 'name' | 'tier' | 'role'>;

/** Conditions for accounts; null matches any. */
export interface AccountFilter {
  /** A part of the email address or the name, or the whole number. Empty matches any. */
  readonly text: string;
  readonly role: Role | null;
  readonly tier: Tier | null;
  readonly suspended: boolean | null;
}

/** The number of accounts. */
export interface AccountCounts {
  readonly accounts: number;
  readonly suspended: number;
  readonly liveKeys: number;
}

/** An operator's decisions about an account, and whether it has joined the add-on. */
export type AccountChange = Partial<
  Pick<Account, 'tier' | 'role' | 'addOnEnrolled' | 'suspended' | 'override'>
>;

/** A change would leave the service without an owner who isn't suspended. */
export class LastOwnerError extends Error {
  override name = 'LastOwnerError';

  constructor() {
    super('This is the last active owner: give another account the role first.');
  }
}

/**
 * Accounts, the one key of each, and their usage (docs/accounts.md). Every change adds a line to the audit log,
 * which names the part of the service that holds the store, or the operator's account `by` if given.
 */
export interface AccountStore {
  /** Null if the address is taken. */
  createAccount(account: NewAccount): Promise<Account | null>;
  findAccountByEmail(email: string): Promise<Account | null>;
  findAccount(accountId: number): Promise<Account | null>;
  /** The account with a public user key, enrolled in the add-on or not; null if there is none. */
  findAccountByUserKey(userKey: string): Promise<Account | null>;
  /** At most `limit` accounts after the first `offset` ones, newest first, and the total number. */
  searchAccounts(
    filter: AccountFilter,
    offset: number,
    limit: number,
  ): Promise<{ readonly accounts: readonly Account[]; readonly totalCount: number }>;
  countAccounts(): Promise<AccountCounts>;
  /** Missing or unchanged fields aren't logged. Throws LastOwnerError. */
  updateAccount(accountId: number, change: AccountChange, by?: number): Promise<void>;
  /**
   * The new key, shown this once; null if the account has an active one (the database decides). The information is
   * stored with the key and replaces earlier information.
   */
  issueKey(accountId: number, service?: ServiceInformation): Promise<string | null>;
  /** The latest information, or null. */
  findService(accountId: number): Promise<ServiceInformation | null>;
  /** Effective for every call that starts after this resolves. False if there is no active key. */
  revokeKey(accountId: number, by?: number): Promise<boolean>;
  /** Newest first. */
  listKeys(accountId: number): Promise<readonly KeyInfo[]>;
  /**
   * Ends key, sessions and enrolment, and deletes issue history, usage and personal data, in one transaction; a line
   * without any of them remains in the audit log (docs/accounts.md#closing). Throws LastOwnerError.
   */
  closeAccount(accountId: number): Promise<void>;
  /** The last day on which the account called, and its calls on that day, up to this moment; null without any. */
  findLastDay(accountId: number): Promise<{ readonly day: KstDay; readonly calls: number } | null>;
  /** The breakdown of calls from a day on, oldest first. Calls of the last half second may be missing. */
  listUsage(accountId: number, fromDay: KstDay): Promise<readonly UsageRow[]>;
  /** Deletes usage and call figures older than a day (docs/accounts.md#usage-history). Returns how many usage rows. */
  deleteUsageBefore(day: KstDay): Promise<number>;
  /** Counts a click on an add-on link. */
  recordAddOnClick(accountId: number, itemId: number, day: KstDay): Promise<void>;
  /** Clicks by day from a day on, oldest first, without days that have none. */
  listAddOnClicks(accountId: number, fromDay: KstDay): Promise<readonly DayClicks[]>;
}

/** Whether an account can do an owner's work now. */
export function isActiveOwner({ role, suspended }: Account): boolean {
  return role === 'owner' && !suspended;
}

/** An account's limits: its own if it has them, otherwise its tier's. */
export function limitsOf(
  { tier: name, override }: Pick<Account, 'tier' | 'override'>,
  tierLimits: Readonly<Record<Tier, Limits>>,
): Limits {
  const tier = tierLimits[name];
  const { burstPerSecond, burst, dailyQuota } = override;
  return {
    burstPerSecond: burstPerSecond ?? tier.burstPerSecond,
    burst: burst ?? tier.burst,
    dailyQuota: dailyQuota ?? tier.dailyQuota,
  };
}
