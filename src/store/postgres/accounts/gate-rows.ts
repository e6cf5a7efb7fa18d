import { limitsOf, type Tier } from '../../../accounts/account.ts';
import type { Clock } from '../../../clock.ts';
import { type Asked, type Decided, type GateRows, type Passed, stepUs } from '../../../gate/decide.ts';
import type { Caller, Limits } from '../../../gate/gate.ts';
import { StoreUnavailableError } from '../../../sql-database.ts';
import type { Database } from '../database.ts';
import type { SharedRevision } from '../revision.ts';

export interface PostgresGateOptions {
  readonly database: Database;
  readonly tierLimits: Readonly<Record<Tier, Limits>>;
  /** Replaces the database's clock, for tests. */
  readonly clock?: Clock;
  /** Learns the catalogue's revision from each reply. */
  readonly revision?: Pick<SharedRevision, 'ask'>;
}

/** A second batch may be sent while the first one waits for a dead connection or a locked row. */
const BATCHES_MAX = 2;

/**
 * The gate's rows in PostgreSQL. One SQL function decides and counts (src/store/schema/gate.sql). Nothing is cached: once a key
 * is revoked, every later call on every instance is refused.
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
  return {
    ...rows,
    /**
     * Sends empty batches on as many connections as batches use at once, so that the first call finds them open and the statement
     * planned. Fails with StoreUnavailableError after `timeoutMs`.
     */
    async warmUp(timeoutMs: number): Promise<void> {
      const ask = () => askDatabase(options, [], timeoutMs);
      await Promise.all(Array.from({ length: BATCHES_MAX }, ask));
    },
  };
}

interface Reply {
  readonly decided: readonly DecisionRow[] | null;
  /** The revision of what readers see. */
  readonly revision: number;
}

/**
 * A row of the SQL function: the decision on the calls by one live key. If another batch has locked the account's meter, there is
 * no decision, and `accountId` is null.
 */
interface DecisionRow extends Passed, Account {
  /** Counts from 1 in the order in which groups were sent. */
  readonly group: number;
  /** The time of the decision. */
  readonly nowUs: number;
}

interface Account extends Omit<Caller, 'accountId'> {
  readonly accountId: number | null;
  readonly tier: Tier;
  /** The account's own limits; null where those of its tier apply. */
  readonly burstPerSecond: number | null;
  readonly burst: number | null;
  readonly dailyQuota: number | null;
}

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
