import type { Tier } from '../../../accounts/account-store.ts';
import { type Clock, systemClock } from '../../../clock.ts';
import type { Limits } from '../../../gate/gate.ts';
import { StoreUnavailableError } from '../../../gate/store-unavailable-error.ts';
import type { Database } from '../database.ts';
import { isLocked } from '../store-errors.ts';
import { type DecidedGroup, type DecisionRow, limitsArguments, readDecision } from './gate-decision.ts';

/** One call's place in its group. */
export interface Decision {
  readonly group: DecidedGroup;
  readonly index: number;
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

/** Batches in flight. A second one starts only when the first is late: on a dead connection, or behind a locked row. */
const IN_FLIGHT_MAX = 2;
/** Most batches are done by then. Letting calls collect costs less than a batch for every turn of the event loop. */
const PATIENCE_MS = 20;
/** A call that has waited longer behind silent batches fails: its remaining time wouldn't be enough. */
const QUEUE_SHARE_MAX = 0.5;

/** How long batches leave locked accounts out, once one of them met a lock that is held for long. */
const SKIP_LOCKED_MS = 10_000;
/** Then a locked account's calls are sent again after this long, with whatever waits, */
const LOCKED_PAUSE_MS = 20;
/** and given up after this share of their time: their statement waits for no lock. */
const LOCKED_SHARE_MAX = 0.7;

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
export function createGateBatches(options: GateBatchesOptions) {
  let groups = new Map<string, Group>();
  let inFlight = 0;
  let isScheduled = false;
  const patience = createPatience(options.patienceMs ?? PATIENCE_MS, schedule);
  const decideAll = createDecider(options, (locked) => {
    for (const { hash, calls, looks } of locked) {
      const group = groupOf(groups, hash);
      group.calls.unshift(...calls);
      group.looks.unshift(...looks);
    }
    schedule();
  });

  function schedule(): void {
    if (isScheduled || patience.isWaiting() || inFlight >= IN_FLIGHT_MAX || groups.size === 0) return;
    isScheduled = true;
    // The second turn of the event loop takes in what came while the first was answered: with 64 calls in flight,
    // fuller batches save a third of the database's CPU and a sixth of ours, and p50 is shorter.
    setImmediate(() => setImmediate(send));
  }

  function send(): void {
    isScheduled = false;
    const batch = [...groups.values()];
    groups = new Map();
    inFlight += 1;
    const stopWaiting = patience.start();
    void decideAll(batch).finally(() => {
      inFlight -= 1;
      stopWaiting();
      schedule();
    });
  }

  return {
    /**
     * Decides one call, or one look, by the hash of a key. Null when there is no such live key. Fails with
     * StoreUnavailableError when the database's `callTimeoutMs` is over.
     */
    decide(hash: Buffer, isLook: boolean): Promise<Decision | null> {
      const { calls, looks } = groupOf(groups, hash);
      const waiting = isLook ? looks : calls;
      return new Promise((resolve, reject) => {
        waiting.push({ sinceMs: systemClock.monotonicMs(), resolve, reject });
        schedule();
      });
    },
    /**
     * Decides nothing, on as many connections as batches use at once: the first call finds them open and the statement planned.
     * Fails with StoreUnavailableError after `timeoutMs`.
     */
    async warmUp(timeoutMs: number): Promise<void> {
      const ask = () => askDatabase(options, [], { timeoutMs, skipLocked: false });
      await Promise.all(Array.from({ length: IN_FLIGHT_MAX }, ask));
    },
  };
}

function groupOf(groups: Map<string, Group>, hash: Buffer): Group {
  const key = hash.toString('latin1');
  const group = groups.get(key) ?? { hash, calls: [], looks: [] };
  groups.set(key, group);
  return group;
}

/**
 * Decides batches. Where a lock stops one, the database has kept nothing of it: then it is sent once more without the accounts that
 * others hold, whose groups go to `sendAgain`. A batch that waited for them would keep the rows of its other accounts from every
 * instance.
 */
function createDecider(options: GateBatchesOptions, sendAgain: (locked: readonly Group[]) => void) {
  const { callTimeoutMs } = options.database;
  let skipLockedUntilMs = Number.NEGATIVE_INFINITY;
  return async function decideAll(batch: readonly Group[]): Promise<void> {
    const nowMs = systemClock.monotonicMs();
    const skipLocked = nowMs < skipLockedUntilMs;
    const oldestMs = nowMs - callTimeoutMs * (skipLocked ? LOCKED_SHARE_MAX : QUEUE_SHARE_MAX);
    const inTime = batch.map(({ hash, calls, looks }) => ({
      hash,
      calls: calls.filter((call) => isInTime(call, oldestMs)),
      looks: looks.filter((look) => isInTime(look, oldestMs)),
    }));
    const sent = inTime.filter(({ calls, looks }) => calls.length + looks.length > 0);
    if (sent.length === 0) return;
    const all = sent.flatMap(({ calls, looks }) => [...calls, ...looks]);
    const timeoutMs = callTimeoutMs - (nowMs - Math.min(...all.map(({ sinceMs }) => sinceMs)));
    try {
      const reply = await askDatabase(options, sent, { timeoutMs, skipLocked });
      await options.whenShown?.(reply.urgent);
      const locked = answer(sent, reply, options.tierLimits);
      if (locked.length > 0) setTimeout(sendAgain, LOCKED_PAUSE_MS, locked);
    } catch (error) {
      if (!skipLocked && isLocked(error)) {
        skipLockedUntilMs = systemClock.monotonicMs() + SKIP_LOCKED_MS;
        return decideAll(sent);
      }
      for (const { reject } of all) reject(error);
    }
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

interface Asking {
  readonly timeoutMs: number;
  /** Whether locked accounts are left out, instead of waited for. */
  readonly skipLocked: boolean;
}

interface Reply {
  readonly decided: readonly DecisionRow[] | null;
  /** The numbers of the groups that have a live key, when locked ones were left out. */
  readonly live?: readonly number[];
  /** The commit of the catalogue that the answers may not lack. */
  readonly urgent: number;
}

const PARAMETERS = '$1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11';
const DECIDE = `SELECT gate_decide(${PARAMETERS}) AS decided, urgent FROM catalog.state`;
const DECIDE_FREE = `
  SELECT gate_decide_free(${PARAMETERS}) AS decided, urgent, ARRAY(
    SELECT g.no::integer
    FROM unnest($1::bytea[]) WITH ORDINALITY AS g (hash, no)
    JOIN api_key k ON k.hash = g.hash
    JOIN account a ON a.account_id = k.account_id
    WHERE k.revoked_at_ms IS NULL
      AND NOT a.suspended
  ) AS live
  FROM catalog.state`;

/** Decides groups in one statement. */
async function askDatabase(
  { database, clock, tierLimits }: GateBatchesOptions,
  sent: readonly Group[],
  { timeoutMs, skipLocked }: Asking,
): Promise<Reply> {
  const [reply] = await database.queryWithin<Reply>(timeoutMs, skipLocked ? DECIDE_FREE : DECIDE, [
    sent.map(({ hash }) => hash),
    sent.map(({ calls }) => calls.length),
    sent.map(({ looks }) => looks.length),
    ...limitsArguments(tierLimits),
    clock === undefined ? null : Math.round(clock.nowMs() * 1000),
    clock === undefined ? null : Math.floor(clock.monotonicMs() * 1000),
  ]);
  return reply ?? { decided: null, urgent: 0 };
}

function isInTime({ sinceMs, reject }: WaitingCall, oldestMs: number): boolean {
  if (sinceMs >= oldestMs) return true;
  reject(new StoreUnavailableError('the database is too slow to decide this call in time'));
  return false;
}

/** Answers the decided groups, and those without a live key. Returns the others: somebody holds their account's row. */
function answer(
  sent: readonly Group[],
  { decided, live = [] }: Reply,
  tierLimits: GateBatchesOptions['tierLimits'],
): Group[] {
  const rowOf = new Map((decided ?? []).map((row) => [row.group, row]));
  return sent.filter(({ calls, looks }, at) => {
    const row = rowOf.get(at + 1);
    if (row === undefined && live.includes(at + 1)) return true;
    const decision = row === undefined ? null : readDecision(row, tierLimits);
    resolveAll(calls, decision?.calls);
    resolveAll(looks, decision?.looks);
    return false;
  });
}

function resolveAll(waiting: readonly WaitingCall[], group: DecidedGroup | undefined): void {
  for (const [index, { resolve }] of waiting.entries())
    resolve(group === undefined ? null : { group, index });
}
