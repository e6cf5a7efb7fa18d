import { type Clock, systemClock } from '../../../clock.ts';
import { IDENTIFY_LIMITS, type Limits } from '../../../gate/gate.ts';
import { StoreUnavailableError } from '../../../gate/store-unavailable-error.ts';
import { CALL_TIMEOUT_MS, type Database } from '../database.ts';

/** Who calls: by the hash of a key, or an account for which the service itself calls. */
export type GateCaller = { readonly hash: Buffer } | { readonly accountId: number };

/** The outcome of a group of equal calls; the first `admitted` of them pass. */
export interface DecidedGroup {
  /** Counts from 1 in the order in which groups were sent. */
  readonly group_no: number;
  readonly account_id: number;
  /** Null when the account is not enrolled. */
  readonly user_key: string | null;
  readonly burst_per_second: number;
  readonly burst: number;
  readonly daily_quota: number;
  readonly day: number;
  readonly used_before: number;
  readonly admitted: number;
  readonly refused_by: 'burst' | 'daily';
  readonly retry_after_ms: number;
  readonly now_ms: number;
}

/** One call's place in its group. */
export interface Decision {
  readonly row: DecidedGroup;
  readonly index: number;
}

export interface GateBatches {
  /** Null when there is no such live key. Fails with StoreUnavailableError within CALL_TIMEOUT_MS. */
  decide(caller: GateCaller, isLook: boolean): Promise<Decision | null>;
}

export interface GateBatchesOptions {
  readonly database: Database;
  readonly tierLimits: Readonly<Record<'free' | 'partner' | 'enterprise', Limits>>;
  readonly clock?: Clock;
}

/** Batches on their way at once: while one waits for its commit, the next one collects calls. */
const IN_FLIGHT_MAX = 2;
/** A call that has waited longer behind silent batches is given up: what is left of its second would not be enough. */
const QUEUE_MS_MAX = CALL_TIMEOUT_MS / 2;

interface Group {
  readonly hash: Buffer | null;
  readonly accountId: number | null;
  readonly isLook: boolean;
  readonly calls: WaitingCall[];
}

interface WaitingCall {
  readonly sinceMs: number;
  readonly resolve: (decision: Decision | null) => void;
  readonly reject: (error: unknown) => void;
}

/** Collects calls and sends them together: equal callers as one group, all groups of a turn as one statement. */
export function createGateBatches({ database, tierLimits, clock }: GateBatchesOptions): GateBatches {
  const limits = limitsArgument(tierLimits);
  let groups = new Map<string, Group>();
  let inFlight = 0;
  let isScheduled = false;

  function schedule(): void {
    if (isScheduled || inFlight >= IN_FLIGHT_MAX || groups.size === 0) return;
    isScheduled = true;
    setImmediate(() => {
      isScheduled = false;
      const batch = [...groups.values()];
      groups = new Map();
      inFlight += 1;
      void send(batch).finally(() => {
        inFlight -= 1;
        schedule();
      });
    });
  }

  async function send(batch: readonly Group[]): Promise<void> {
    const nowMs = systemClock.monotonicMs();
    const alive = batch.map((group) => ({
      ...group,
      calls: group.calls.filter((call) => isInTime(call, nowMs)),
    }));
    const sent = alive.filter(({ calls }) => calls.length > 0);
    if (sent.length === 0) return;
    const oldestMs = Math.min(...sent.flatMap(({ calls }) => calls.map(({ sinceMs }) => sinceMs)));
    try {
      answer(sent, await ask(sent, CALL_TIMEOUT_MS - (nowMs - oldestMs)));
    } catch (error) {
      for (const { calls } of sent) for (const call of calls) call.reject(error);
    }
  }

  function ask(sent: readonly Group[], timeoutMs: number): Promise<DecidedGroup[]> {
    return database.queryWithin<DecidedGroup>(
      timeoutMs,
      'SELECT * FROM gate_decide_1($1, $2, $3, $4, $5, $6, $7)',
      [
        sent.map(({ hash }) => hash),
        sent.map(({ accountId }) => accountId),
        sent.map(({ calls }) => calls.length),
        sent.map(({ isLook }) => isLook),
        limits,
        clock === undefined ? null : Math.round(clock.nowMs() * 1000),
        clock === undefined ? null : Math.floor(clock.monotonicMs() * 1000),
      ],
    );
  }

  return {
    decide(caller, isLook) {
      const hash = 'hash' in caller ? caller.hash : null;
      const accountId = 'hash' in caller ? null : caller.accountId;
      const key = `${isLook ? 'look' : 'call'} ${hash === null ? accountId : hash.toString('latin1')}`;
      let group = groups.get(key);
      if (group === undefined) {
        group = { hash, accountId, isLook, calls: [] };
        groups.set(key, group);
      }
      const { calls } = group;
      return new Promise((resolve, reject) => {
        calls.push({ sinceMs: systemClock.monotonicMs(), resolve, reject });
        schedule();
      });
    },
  };
}

function isInTime({ sinceMs, reject }: WaitingCall, nowMs: number): boolean {
  if (nowMs - sinceMs <= QUEUE_MS_MAX) return true;
  reject(new StoreUnavailableError('the database is too slow to decide this call in time'));
  return false;
}

/** Groups without a row have no live key. */
function answer(sent: readonly Group[], rows: readonly DecidedGroup[]): void {
  const rowOf = new Map(rows.map((row) => [row.group_no, row]));
  sent.forEach(({ calls }, at) => {
    const row = rowOf.get(at + 1);
    for (const [index, { resolve }] of calls.entries()) resolve(row === undefined ? null : { row, index });
  });
}

/** In the order in which the function of the database expects them. */
function limitsArgument(tierLimits: GateBatchesOptions['tierLimits']): number[] {
  const { free, partner, enterprise } = tierLimits;
  return [
    ...[free, partner, enterprise].flatMap(({ burstPerSecond, burst, dailyQuota }) => [
      burstPerSecond,
      burst,
      dailyQuota,
    ]),
    IDENTIFY_LIMITS.burstPerSecond,
    IDENTIFY_LIMITS.burst,
  ];
}
