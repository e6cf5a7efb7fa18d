import type { Account, KeyInfo, ServiceInformation, UsageRow } from '../../../src/accounts/account-store.ts';
import type { AuditEntry } from '../../../src/accounts/audit-log.ts';
import type { KstDay } from '../../../src/clock.ts';

/** A key, the live one of its account unless it is revoked. */
interface MemoryKey {
  readonly key: string;
  info: KeyInfo;
}

/** An account and everything that goes with it when it is closed. */
export interface AccountRecord {
  account: Account;
  /** Oldest first. */
  readonly keys: MemoryKey[];
  service: ServiceInformation | null;
  /** By day, endpoint and class. */
  usage: readonly UsageRow[];
  readonly clicks: Map<KstDay, number>;
}

/** What the adapters in memory share, as those of a database share its tables. */
export interface AccountData {
  readonly records: Map<number, AccountRecord>;
  readonly audit: AuditEntry[];
  /** Numbers are never given twice. */
  lastAccountId: number;
}

export function createAccountData(): AccountData {
  return { records: new Map(), audit: [], lastAccountId: 0 };
}

/** The key that works now, or null. */
export function liveKeyOf({ keys }: AccountRecord): string | null {
  const last = keys.at(-1);
  return last !== undefined && last.info.revokedAtMs === null ? last.key : null;
}
