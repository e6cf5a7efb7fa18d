import type pg from 'pg';
import type { Database } from '../database.ts';
import type { TableChanges } from './change-capture.ts';
import { copyIn } from './copy-rows.ts';
import { nameFiles, type StoredFile } from './edition-parts.ts';
import type { LeaseTicket } from './lease.ts';
import type { ReplicaState } from './replica.ts';

export interface Push {
  readonly changes: readonly TableChanges[];
  readonly files: readonly StoredFile[];
  /** The replica's last commit, on which the changes build. */
  readonly base: ReplicaState;
  /** Leases that have to be held still, or at least taken by nobody else. */
  readonly leases: readonly LeaseTicket[];
}

/** Merging a first load of a million items takes minutes. */
const PUSH_TIMEOUT_MS = 1_800_000;
/** Rows travel in pieces of a few megabytes. */
const STAGE_TIMEOUT_MS = 20_000;

/**
 * Commits the changes of one replica in one transaction. Rows are copied into temporary tables first; only then is the row of
 * catalog.state locked, and everything gets the next number. Returns that number, or null when somebody else has committed since
 * `base` or taken one of the leases; then nothing was changed. Throws StoreUnavailableError; then the outcome is unknown.
 */
export function pushChanges(database: Database, push: Push): Promise<number | null> {
  return database.lend((client) => pushWithin(client, push), { timeoutMs: PUSH_TIMEOUT_MS });
}

async function pushWithin(client: pg.Client, push: Push): Promise<number | null> {
  const { changes, files, base } = push;
  // The server waits for our rows inside a statement, so that one has to be short as well.
  await client.query(`SET LOCAL statement_timeout = ${STAGE_TIMEOUT_MS}`);
  for (const change of changes) await stage(client, change);
  await client.query(`SET LOCAL statement_timeout = ${PUSH_TIMEOUT_MS}`);
  if (!(await mayCommit(client, push))) return null;
  const commitNo = base.head + 1;
  const isUrgent =
    changes.some(({ table }) => table.name === 'item_override') || (await hidesItems(client, changes));
  for (const change of changes) await merge(client, change, commitNo);
  if (changes.some(({ table }) => table.name === 'edition')) await nameFiles(client, files);
  await client.query(`UPDATE catalog.state SET head = $1, urgent = CASE WHEN $2 THEN $1 ELSE urgent END`, [
    commitNo,
    isUrgent,
  ]);
  await dropOldGone(client);
  return commitNo;
}

/** Replicas follow within seconds. One that was away for longer than rows of `gone` are kept is copied again. */
async function dropOldGone(client: pg.Client): Promise<void> {
  await client.query(`
    WITH old AS (
      DELETE FROM catalog.gone WHERE gone_at < now() - interval '30 days' RETURNING commit_no
    )
    UPDATE catalog.state
    SET gone_until = greatest(gone_until, (SELECT max(commit_no) FROM old))
    WHERE EXISTS (SELECT FROM old)`);
}

async function mayCommit(client: pg.Client, { base, leases }: Push): Promise<boolean> {
  const state = await client.query<ReplicaState>('SELECT store, head FROM catalog.state FOR UPDATE');
  const { store, head } = state.rows[0] ?? { store: '', head: 0 };
  if (store !== base.store || head !== base.head) return false;
  for (const { name, token } of leases) {
    const held = await client.query('SELECT FROM catalog.lease WHERE name = $1 AND token = $2 FOR SHARE', [
      name,
      token,
    ]);
    if (held.rowCount === 0) return false;
  }
  return true;
}

async function stage(client: pg.Client, change: TableChanges): Promise<void> {
  const { name, columns, types, key } = change.table;
  const staged = `staged_${name}`;
  await client.query(
    `CREATE TEMP TABLE ${staged} ON COMMIT DROP AS SELECT ${columns.join(', ')} FROM catalog.${name} WITH NO DATA`,
  );
  await copyIn(client, `${staged} (${columns.join(', ')})`, types, change.rows());
  if (change.goneCount === 0) return;
  const keys = key.map((at) => columns[at]).join(', ');
  await client.query(
    `CREATE TEMP TABLE gone_${name} ON COMMIT DROP AS SELECT ${keys} FROM catalog.${name} WITH NO DATA`,
  );
  const keyTypes = key.flatMap((at) => types[at] ?? []);
  await copyIn(client, `gone_${name} (${keys})`, keyTypes, change.goneKeys());
}

/** Above this a replica needs more than a moment, and calls would fail that wait for it. */
const URGENT_ROWS_MAX = 5_000;

/** Whether a commit that replicas take over at once withholds or removes items that were shown. */
async function hidesItems(client: pg.Client, changes: readonly TableChanges[]): Promise<boolean> {
  const items = changes.find(({ table }) => table.name === 'item');
  if (items === undefined) return false;
  const [size] = (await client.query<{ n: number }>('SELECT count(*) AS n FROM staged_item')).rows;
  if ((size?.n ?? 0) + items.goneCount > URGENT_ROWS_MAX) return false;
  if (items.goneCount > 0) return true;
  const hidden = await client.query(`
    SELECT FROM staged_item AS s JOIN catalog.item AS t USING (item_id)
    WHERE s.withheld = 1 AND t.withheld = 0
    LIMIT 1`);
  return hidden.rowCount !== 0;
}

/** First what is gone, so that a value that must be unique may pass to another row. */
async function merge(client: pg.Client, { table, goneCount }: TableChanges, commitNo: number): Promise<void> {
  const { name, columns, key } = table;
  const keys = key.map((at) => columns[at]);
  if (goneCount > 0) {
    await client.query(`
      DELETE FROM catalog.${name} AS t USING gone_${name} AS g
      WHERE ${keys.map((column) => `t.${column} = g.${column}`).join(' AND ')}`);
    await client.query(`
      INSERT INTO catalog.gone (table_name, key, commit_no)
      SELECT '${name}', json_build_array(${keys.join(', ')})::text, ${commitNo} FROM gone_${name}
      ON CONFLICT (table_name, key) DO UPDATE SET commit_no = excluded.commit_no, gone_at = now()`);
  }
  const others = [...columns.filter((_, at) => !key.includes(at)), 'commit_no'];
  await client.query(`
    INSERT INTO catalog.${name} (${columns.join(', ')}, commit_no)
    SELECT ${columns.join(', ')}, ${commitNo} FROM staged_${name}
    ON CONFLICT (${keys.join(', ')}) DO UPDATE
    SET ${others.map((column) => `${column} = excluded.${column}`).join(', ')}`);
}
