import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { systemClock } from '../../clock.ts';
import type { DatabaseAddress } from '../../config/database-url.ts';
import { type OpenSession, sessionsOf } from '../../rankings/run/ranking-session.ts';
import { StoreUnavailableError } from '../../sql-database.ts';
import { CATALOG_FILE, openDatabase } from '../sqlite/database.ts';
import type { Database } from './database.ts';
import { catchUp } from './log/follow.ts';
import type { LogFile } from './log/head.ts';
import { clockProblem, findClockSkewMs, takeKept } from './log/lease.ts';
import { createSharedWrites } from './log/shared-writes.ts';

/**
 * Sessions that count from the replica in a folder and publish for all instances. One run at a time over all of them: it holds a
 * lease, whose token is compared in the transaction that publishes. A run that was paused for too long publishes nothing.
 */
export function sharedSessionsOf(database: Database, address: DatabaseAddress, folder: string): OpenSession {
  return async (options) => {
    const problem = clockProblem(await findClockSkewMs(database, systemClock));
    if (problem !== null) throw new StoreUnavailableError(`${problem}, so it makes no lists: set it`);
    const lease = await takeKept(database, 'ranking', address);
    if (lease === null) {
      await wait(options.waitMs);
      return null;
    }
    const release = () => lease[Symbol.asyncDispose]();
    const writesTo = (file: LogFile) =>
      createSharedWrites({
        database,
        file,
        catchUp: (db) => catchUp({ file, db, database }),
        lease: lease.ticket,
      });
    try {
      using db = openDatabase(join(folder, CATALOG_FILE), { busyTimeoutMs: 0 });
      await catchUp({ file: 'catalog', db, database });
      const open = sessionsOf(folder, { catalog: writesTo('catalog'), lists: writesTo('lists') });
      // A damaged replica is deleted as a whole (docs/operate.md#damaged-lists).
      const session = await open({ ...options, isChecked: false });
      if (session === null) await release();
      return session && { ...session, close: () => session.close().finally(release) };
    } catch (error) {
      await release();
      throw error;
    }
  };
}
