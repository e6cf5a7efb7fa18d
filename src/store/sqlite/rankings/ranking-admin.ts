import type { DatabaseSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import type { Clock, KstMonth } from '../../../clock.ts';
import { monthClosesAtMs } from '../../../rankings/open-month.ts';
import type { RankingAdmin, RestateOutcome } from '../../../rankings/ranking-admin.ts';
import type { Restatement } from '../../../rankings/restatement.ts';
import type { RunRequests } from '../../../rankings/run-requests.ts';
import type { CatalogWrites } from '../catalog-writes.ts';
import { openDatabase } from '../database.ts';
import { isBusy } from '../file-faults.ts';
import { readTallyProgress } from './edition-publisher.ts';
import { listRuns } from './ranking-history.ts';
import { restateMonth } from './restatement.ts';

export interface SqliteRankingAdminOptions {
  /** A connection to the migrated catalogue file, for reading. */
  readonly db: DatabaseSync;
  readonly clock: Clock;
  readonly runRequests: RunRequests;
  /** The file that calls runRestatement with the data that it was started with. */
  readonly restateEntry: URL;
  /** The catalogue file. */
  readonly path: string;
}

/** Data that the thread of a restatement is started with. */
export interface RestateThreadData {
  readonly path: string;
  readonly restatement: Restatement;
}

export function createSqliteRankingAdmin(options: SqliteRankingAdminOptions): RankingAdmin {
  const { db, clock, runRequests } = options;
  return {
    progress: async () => readTallyProgress(db),
    underWay: runRequests.underWay,
    requested: runRequests.requested,
    request: runRequests.request,
    listRuns: async (kind, limit) => listRuns(db, kind, limit),
    async restate(month) {
      const closesAtMs = monthClosesAtMs(month);
      if (clock.nowMs() < closesAtMs) return { kind: 'open', closesAtMs };
      return restateInThread(month, options);
    },
  };
}

/** A month may have millions of lines, so they are read outside the thread that answers. */
function restateInThread(
  month: KstMonth,
  { clock, restateEntry, path }: SqliteRankingAdminOptions,
): Promise<RestateOutcome> {
  const restatement = { month, excludedItemIds: [], reason: '', restatedAtMs: clock.nowMs() };
  const workerData: RestateThreadData = { path, restatement };
  return new Promise((resolve, reject) => {
    const thread = new Worker(restateEntry, { workerData });
    thread.on('message', resolve);
    thread.on('error', reject);
    thread.on('exit', (code) => reject(new Error(`the restatement ended with code ${code}`)));
  });
}

/** How long to wait for an import under way: shorter than a person would wait. */
const IMPORT_WAIT_MS = 5_000;

/** The work of that thread. */
export async function runRestatement(
  { path, restatement }: RestateThreadData,
  writes: CatalogWrites,
): Promise<RestateOutcome> {
  const db = openDatabase(path, { busyTimeoutMs: IMPORT_WAIT_MS });
  try {
    const lines = await restateMonth(db, restatement, writes, IMPORT_WAIT_MS);
    return lines === null ? { kind: 'unknown' } : { kind: 'restated', ...lines };
  } catch (error) {
    if (isBusy(error)) return { kind: 'busy' };
    throw error;
  } finally {
    db.close();
  }
}
