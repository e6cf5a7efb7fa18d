import type { KstDay } from '../clock.ts';
import type { Limits } from '../gate/gate.ts';

export const TIERS = ['free', 'partner', 'enterprise'] as const;
export type Tier = (typeof TIERS)[number];

export const ROLES = ['developer', 'operator'] as const;
export type Role = (typeof ROLES)[number];

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
  /** Own limits in place of the tier's; null fields follow the tier. */
  readonly override: { readonly [name in keyof Limits]: number | null };
  readonly createdAtMs: number;
}

/** The outside of a key: enough to recognise it, too little to use it. */
export interface KeyInfo {
  readonly first4: string;
  readonly last4: string;
  readonly issuedAtMs: number;
  readonly revokedAtMs: number | null;
}

/** Calls of one account on one day at one endpoint with one class of outcome. */
export interface UsageRow {
  readonly day: KstDay;
  readonly endpoint: string;
  /** 2, 3, 4 or 5: the first digit of the HTTP status. */
  readonly statusClass: number;
  readonly calls: number;
}

export interface NewAccount {
  readonly email: string;
  readonly name: string;
  readonly tier: Tier;
  readonly role: Role;
}

/** Accounts, their one key each, their usage, and the audit log (decisions 5). */
export interface AccountStore {
  /** Null when the address is taken. */
  createAccount(account: NewAccount): Promise<Account | null>;
  findAccountByEmail(email: string): Promise<Account | null>;
  findAccount(accountId: number): Promise<Account | null>;
  /** The enrolled account with a public user key; null when there is none or it is suspended. */
  findAddOnAccount(userKey: string): Promise<Account | null>;
  /** Changes tier, add-on enrolment, suspension or limits; fields left out stay. */
  updateAccount(
    accountId: number,
    change: Partial<Pick<Account, 'tier' | 'addOnEnrolled' | 'suspended' | 'override'>>,
  ): Promise<void>;
  /** The new key, shown this once; null when the account holds a live one (the database decides). */
  issueKey(accountId: number): Promise<string | null>;
  /** Effective for every call that starts after this resolves. False when there is no live key. */
  revokeKey(accountId: number): Promise<boolean>;
  /** Newest first. */
  listKeys(accountId: number): Promise<readonly KeyInfo[]>;
  /** Ends key and enrolment, deletes issue history, usage and personal data, in one transaction (decisions 5). */
  closeAccount(accountId: number): Promise<void>;
  /** Usage rows from a day on, oldest first. */
  listUsage(accountId: number, fromDay: KstDay): Promise<readonly UsageRow[]>;
  /** Deletes usage rows older than a day (90 days are kept: decisions 5). Returns how many. */
  deleteUsageBefore(day: KstDay): Promise<number>;
  /** Counts a click on an add-on link. */
  recordAddOnClick(accountId: number, itemId: number, day: KstDay): Promise<void>;
}
