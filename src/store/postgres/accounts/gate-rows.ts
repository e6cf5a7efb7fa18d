import { setTimeout as pause } from 'node:timers/promises';
import { type Account, limitsOf, type Tier } from '../../../accounts/account.ts';
import { oneAtATick } from '../../../base/one-at-a-tick.ts';
import { type Clock, systemClock } from '../../../clock.ts';
import {
  type Asked,
  type Caller,
  type Decided,
  type GateRows,
  type Limits,
  type Passed,
  stepUs,
} from '../../../gate/decide.ts';
import { type Reader, StoreUnavailableError } from '../../../sql-database.ts';
import type { Database } from '../database.ts';

export interface PostgresGateOptions {
  readonly database: Database;
  readonly tierLimits: Readonly<Record<Tier, Limits>>;
  readonly clock?: Clock;
  readonly revision?: Pick<SharedRevision, 'ask'>;
}

/** A second batch can be sent while the first waits for a locked row or a dead connection. */
const BATCHES_MAX = 2;
const RETRY_MS = 100;

/**
 * The gate's rows in PostgreSQL. The SQL function of src/store/schema/gate.sql decides and counts. Nothing is cached, so a
 * revoked key is refused at once on every instance.
 */
export function createPostgresGateRows(options: PostgresGateOptions) {
  const { database, tierLimits } = options;
  const rows: GateRows = {
    callTimeoutMs: database.callTimeoutMs,
    queueMaxMs: database.callTimeoutMs / 2,
    ticks: 2,
    batchesMax: BATCHES_MAX,
    async decide(batch, timeoutMs) {
      const decided = await askDatabase(options, batch, timeoutMs);
      const byGroup = new Map(decided.map((row) => [row.group, row]));
      return batch.map((_, at) => readDecision(byGroup.get(at + 1), tierLimits));
    },
    async findHash(accountId) {
      const [row] = await database.query<{ hash: Buffer }>(
        'SELECT hash FROM api_key WHERE account_id = $1 AND revoked_at_ms IS NULL',
        [accountId],
      );
      return row?.hash.toString('latin1') ?? null;
    },
  };
  /** Opens the connections of all batches and plans their statement. Throws StoreUnavailableError. */
  async function check(timeoutMs: number): Promise<void> {
    const ask = () => askDatabase(options, [], timeoutMs);
    await Promise.all(Array.from({ length: BATCHES_MAX }, ask));
  }

  return {
    ...rows,
    check,
    /** Repeats the check for `waitMs`: opening a connection has a short limit, which a busy machine exceeds. */
    async warmUp(waitMs: number): Promise<void> {
      const untilMs = systemClock.monotonicMs() + waitMs;
      for (;;) {
        try {
          return await check(waitMs);
        } catch (error) {
          if (!(error instanceof StoreUnavailableError) || systemClock.monotonicMs() > untilMs) throw error;
        }
        await pause(RETRY_MS);
      }
    },
  };
}

interface Reply {
  readonly decided: readonly DecisionRow[] | null;
  readonly revision: number;
}

/** The decision on a group; `group` is its number in the batch, from 1. `accountId` null = another batch has locked the meter. */
type DecisionRow = Passed &
  Account['override'] &
  Pick<Account, 'tier'> &
  Pick<Caller, 'addOnUserKey'> &
  Readonly<Record<'group' | 'nowUs', number> & { accountId: number | null }>;

async function askDatabase(
  { database, clock, tierLimits, revision }: PostgresGateOptions,
  batch: readonly Asked[],
  timeoutMs: number,
): Promise<readonly DecisionRow[]> {
  const hear = revision?.ask();
  const tiers = Object.entries(tierLimits);
  const [reply] = await database.query<Reply>(
    'SELECT gate_decide($1, $2, $3, $4, $5, $6, $7, $8) AS decided, revision FROM catalog_state',
    [
      batch.map(({ hash }) => Buffer.from(hash, 'latin1')),
      batch.map(({ calls }) => calls),
      tiers.map(([tier]) => tier),
      tiers.map(([, limits]) => stepUs(limits)),
      tiers.map(([, { burst }]) => burst),
      tiers.map(([, { dailyQuota }]) => dailyQuota),
      clock === undefined ? null : Math.round(clock.nowMs() * 1000),
      clock === undefined ? null : Math.floor(clock.monotonicMs() * 1000),
    ],
    timeoutMs,
  );
  if (reply === undefined) throw new StoreUnavailableError('the catalogue has no state');
  hear?.(reply.revision);
  return reply.decided ?? [];
}

function readDecision(
  row: DecisionRow | undefined,
  tierLimits: PostgresGateOptions['tierLimits'],
): Decided | 'busy' | null {
  if (row === undefined) return null;
  const { accountId, addOnUserKey, tier, nowUs } = row;
  if (accountId === null) return 'busy';
  const limits = limitsOf({ tier, override: row }, tierLimits);
  return { caller: { accountId, addOnUserKey }, limits, passed: row, nowMs: Math.floor(nowUs / 1000) };
}

/** The last known revision of what readers see, from the gate's replies and pages' queries. */
type SharedRevision = ReturnType<typeof createSharedRevision>;

export function createSharedRevision({ query }: Reader) {
  let known = -1;
  // Grows even if the database's number falls, as after a restore, so no cache entry of an older state is used.
  let current = 0;
  /** Call `ask` before a query for the revision, and the returned function with the reply. A late, older reply is ignored. */
  const ask = () => {
    const before = known;
    return (revision: number): void => {
      if (revision <= known && revision >= before) return;
      known = revision;
      current += 1;
    };
  };
  const read = oneAtATick<string, number>(async () => {
    const hear = ask();
    const [state] = await query<{ revision: number }>('SELECT revision FROM catalog_state');
    hear(state?.revision ?? 0);
    return new Map([['revision', current]]);
  });
  return {
    ask,
    current: (): number => current,
    latest: async (): Promise<number> => (await read(['revision'])).get('revision') ?? current,
  };
}
