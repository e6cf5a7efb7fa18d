import type { Tier } from '../../../accounts/account-store.ts';
import { type Clock, systemClock } from '../../../clock.ts';
import type { Limits } from '../../../gate/gate.ts';
import { StoreUnavailableError } from '../../../gate/store-unavailable-error.ts';
import type { Database } from '../database.ts';
import {
  type DecidedGroup,
  type DecisionRow,
  type GroupDecision,
  limitsArguments,
  readDecision,
} from './gate-decision.ts';

/** One call's place in its group. */
export interface Decision {
  readonly group: DecidedGroup;
  readonly index: number;
}

export interface GateBatches {
  /**
   * Decides one call, or one look, by the hash of a key. Null when there is no such live key. Fails with
   * StoreUnavailableError when the database's `callTimeoutMs` is over.
   */
  decide(hash: Buffer, isLook: boolean): Promise<Decision | null>;
  /**
   * Decides nothing, on as many connections as batches use at once: the first call finds them open and the statement planned. Fails
   * with StoreUnavailableError after `timeoutMs`.
   */
  warmUp(timeoutMs: number): Promise<void>;
}

export interface GateBatchesOptions {
  readonly database: Database;
  readonly tierLimits: Readonly<Record<Tier, Limits>>;
  /** In place of the database's clock. */
  readonly clock?: Clock;
  /** Waits until this instance shows a commit of the catalogue that no answer may lack. Fails with StoreUnavailableError. */
  readonly whenShown?: (urgent: number) => Promise<void>;
  /** How long calls wait for the batch before theirs, in ms; PATIENCE_MS when left out. */
  readonly patienceMs?: number;
}

/** Batches on their way at once. There is a second one only when the first is late: on a dead connection, or behind a locked row. */
const IN_FLIGHT_MAX = 2;
/** Most batches are done by then. What collects behind them costs less than a batch for every turn of the event loop. */
const PATIENCE_MS = 20;
/** A call that has waited longer behind silent batches is given up: what is left of its time would not be enough. */
const QUEUE_SHARE_MAX = 0.5;

/** Calls and looks by one key. */
interface Group {
  readonly hash: Buffer;
  readonly calls: WaitingCall[];
  readonly looks: WaitingCall[];
}

interface WaitingCall {
  readonly sinceMs: number;
  readonly resolve: (decision: Decision | null) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Collects calls and sends them together: equal callers as one group, all that came while the batch before
 * was on its way as one statement.
 */
export function createGateBatches(options: GateBatchesOptions): GateBatches {
  const { tierLimits, patienceMs = PATIENCE_MS } = options;
  const { callTimeoutMs } = options.database;
  const queueMsMax = callTimeoutMs * QUEUE_SHARE_MAX;
  const limits = limitsArguments(tierLimits);
  let groups = new Map<string, Group>();
  let inFlight = 0;
  let isScheduled = false;
  const patience = createPatience(patienceMs, schedule);

  function schedule(): void {
    if (isScheduled || patience.isWaiting() || inFlight >= IN_FLIGHT_MAX || groups.size === 0) return;
    isScheduled = true;
    setImmediate(() => {
      isScheduled = false;
      const batch = [...groups.values()];
      groups = new Map();
      inFlight += 1;
      const stopWaiting = patience.start();
      void send(batch).finally(() => {
        inFlight -= 1;
        stopWaiting();
        schedule();
      });
    });
  }

  async function send(batch: readonly Group[]): Promise<void> {
    const nowMs = systemClock.monotonicMs();
    const inTime = batch.map(({ hash, calls, looks }) => ({
      hash,
      calls: calls.filter((call) => isInTime(call, nowMs - queueMsMax)),
      looks: looks.filter((look) => isInTime(look, nowMs - queueMsMax)),
    }));
    const sent = inTime.filter(({ calls, looks }) => calls.length + looks.length > 0);
    if (sent.length === 0) return;
    const all = sent.flatMap(({ calls, looks }) => [...calls, ...looks]);
    const oldestMs = Math.min(...all.map(({ sinceMs }) => sinceMs));
    try {
      const { rows, urgent } = await askDatabase(options, sent, limits, callTimeoutMs - (nowMs - oldestMs));
      await options.whenShown?.(urgent);
      answer(
        sent,
        rows.map((row) => readDecision(row, tierLimits)),
      );
    } catch (error) {
      for (const { reject } of all) reject(error);
    }
  }

  return {
    decide(hash, isLook) {
      const key = hash.toString('latin1');
      let group = groups.get(key);
      if (group === undefined) {
        group = { hash, calls: [], looks: [] };
        groups.set(key, group);
      }
      const waiting = isLook ? group.looks : group.calls;
      return new Promise((resolve, reject) => {
        waiting.push({ sinceMs: systemClock.monotonicMs(), resolve, reject });
        schedule();
      });
    },
    async warmUp(timeoutMs) {
      const asked = Array.from({ length: IN_FLIGHT_MAX }, () => askDatabase(options, [], limits, timeoutMs));
      await Promise.all(asked);
    },
  };
}

/** Whether somebody waits for the last batch that was sent: until it is done, or late. Then `onLate` is called. */
function createPatience(patienceMs: number, onLate: () => void) {
  let awaited: NodeJS.Timeout | null = null;
  return {
    isWaiting: () => awaited !== null,
    /** Starts waiting; the returned function ends it. */
    start(): () => void {
      const timer = setTimeout(() => {
        awaited = null;
        onLate();
      }, patienceMs);
      awaited = timer;
      return () => {
        clearTimeout(timer);
        // Of a late batch: the one that is waited for now is another one.
        if (awaited === timer) awaited = null;
      };
    },
  };
}

/** Decides groups in one statement. `urgent` is the commit of the catalogue that their answers may not lack. */
async function askDatabase(
  { database, clock }: GateBatchesOptions,
  sent: readonly Group[],
  limits: ReturnType<typeof limitsArguments>,
  timeoutMs: number,
): Promise<{ readonly rows: readonly DecisionRow[]; readonly urgent: number }> {
  const [row] = await database.queryWithin<{ decided: DecisionRow[] | null; urgent: number }>(
    timeoutMs,
    'SELECT gate_decide_2($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) AS decided, urgent FROM catalog.state',
    [
      sent.map(({ hash }) => hash),
      sent.map(({ calls }) => calls.length),
      sent.map(({ looks }) => looks.length),
      ...limits,
      clock === undefined ? null : Math.round(clock.nowMs() * 1000),
      clock === undefined ? null : Math.floor(clock.monotonicMs() * 1000),
    ],
  );
  return { rows: row?.decided ?? [], urgent: row?.urgent ?? 0 };
}

function isInTime({ sinceMs, reject }: WaitingCall, oldestMs: number): boolean {
  if (sinceMs >= oldestMs) return true;
  reject(new StoreUnavailableError('the database is too slow to decide this call in time'));
  return false;
}

/** Groups that the database does not name have no live key. */
function answer(sent: readonly Group[], decisions: readonly GroupDecision[]): void {
  const decisionOf = new Map(decisions.map((decision) => [decision.groupNumber, decision]));
  sent.forEach(({ calls, looks }, at) => {
    const decision = decisionOf.get(at + 1);
    resolveAll(calls, decision?.calls);
    resolveAll(looks, decision?.looks);
  });
}

function resolveAll(waiting: readonly WaitingCall[], group: DecidedGroup | undefined): void {
  for (const [index, { resolve }] of waiting.entries())
    resolve(group === undefined ? null : { group, index });
}
