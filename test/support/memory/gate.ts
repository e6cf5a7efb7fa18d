import { limitsOf, type Tier } from '../../../src/accounts/account-store.ts';
import type { Clock, KstDay } from '../../../src/clock.ts';
import { createAccountMeter, type DayCount } from '../../../src/gate/account-meter.ts';
import type { Admission, Caller, Gate, Identification, Limits, Ticket } from '../../../src/gate/gate.ts';
import { type AccountData, type AccountRecord, liveKeyOf } from './account-data.ts';

export interface MemoryGateOptions {
  readonly data: AccountData;
  readonly clock: Clock;
  readonly tierLimits: Readonly<Record<Tier, Limits>>;
}

/** A gate on accounts in memory: settled calls are in the data, the others in the gate alone. */
export function createMemoryGate({ data, clock, tierLimits }: MemoryGateOptions): Gate {
  const meter = createAccountMeter({
    clock,
    loadLastDay: (accountId, notAfter) => lastDayOf(data.records.get(accountId), notAfter),
    accountsMax: 1000,
  });
  const holderOf = (key: string) => [...data.records.values()].find((record) => liveKeyOf(record) === key);

  function admit(record: AccountRecord | undefined, endpoint: string): Admission {
    if (!mayCall(record)) return { outcome: 'unknown-key' };
    const caller = callerOf(record);
    const { accountId } = caller;
    const decision = meter.reserve(accountId, limitsOf(record.account, tierLimits));
    if (decision.outcome !== 'admitted') return { ...decision, accountId };
    return {
      outcome: 'admitted',
      caller,
      quota: decision.quota,
      ticket: { accountId, day: decision.day, endpoint },
    };
  }

  function identify(record: AccountRecord | undefined): Identification {
    if (!mayCall(record)) return { outcome: 'unknown-key' };
    const caller = callerOf(record);
    const seen = meter.peek(caller.accountId, limitsOf(record.account, tierLimits));
    if (seen.outcome === 'burst') return { ...seen, accountId: caller.accountId };
    return { outcome: 'identified', caller, quota: seen.quota };
  }

  return {
    admit: async (apiKey, endpoint) => admit(holderOf(apiKey), endpoint),
    admitAccount: async (accountId, endpoint) => admit(data.records.get(accountId), endpoint),
    identify: async (apiKey) => identify(holderOf(apiKey)),
    identifyAccount: async (accountId) => identify(data.records.get(accountId)),
    async settle(ticket, statusCode) {
      const statusClass = Math.floor(statusCode / 100);
      if (!(statusClass >= 2 && statusClass <= 5)) throw new RangeError(`no answer has status ${statusCode}`);
      const record = data.records.get(ticket.accountId);
      if (record !== undefined) countCall(record, ticket, statusClass);
      meter.committed(ticket.accountId, ticket.day, 1);
    },
  };
}

function mayCall(record: AccountRecord | undefined): record is AccountRecord {
  return record !== undefined && !record.account.suspended && liveKeyOf(record) !== null;
}

function callerOf({ account: { accountId, addOnEnrolled, userKey } }: AccountRecord): Caller {
  return { accountId, addOnUserKey: addOnEnrolled ? userKey : null };
}

function countCall(record: AccountRecord, { day, endpoint }: Ticket, statusClass: number): void {
  const isSame = (row: AccountRecord['usage'][number]) =>
    row.day === day && row.endpoint === endpoint && row.statusClass === statusClass;
  const calls = (record.usage.find(isSame)?.calls ?? 0) + 1;
  record.usage = [...record.usage.filter((row) => !isSame(row)), { day, endpoint, statusClass, calls }];
}

function lastDayOf(record: AccountRecord | undefined, notAfter: KstDay): DayCount | null {
  const rows = record?.usage.filter(({ day }) => day <= notAfter) ?? [];
  if (rows.length === 0) return null;
  const day = Math.max(...rows.map((row) => row.day));
  const used = rows.filter((row) => row.day === day).reduce((sum, { calls }) => sum + calls, 0);
  return { day, used };
}
