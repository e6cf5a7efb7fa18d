import { setTimeout as wait } from 'node:timers/promises';
import { announceCommit, rollBack, tryBegin } from '../../sqlite/database.ts';
import { BUSY_PAUSE_MS } from '../../sqlite/file-faults.ts';
import { replaceByBase } from './base.ts';
import {
  type FollowOptions,
  LogRefused,
  otherHistory,
  readHead,
  readPosition,
  refuseNewer,
  refuseOtherHistory,
  writePosition,
} from './head.ts';
import { readParts } from './parts.ts';

interface Commit {
  readonly no: number;
  readonly change: string;
  readonly follows: string;
  readonly schema_version: number;
  readonly parts: number;
}

/**
 * Brings a copy up to date: makes each commit that it lacks, in a transaction of its own, or takes the newest base where commits are
 * missing or the database is another one. Returns the number of the copy's last commit, or null when another connection writes to
 * the copy now. Throws LogRefused and StoreUnavailableError.
 */
export async function followLog(options: FollowOptions): Promise<number | null> {
  const { file, db, database } = options;
  // Before the head: what is here was in the log by then.
  const known = readPosition(db);
  const head = await readHead(database, file);
  refuseOtherHistory(known, head);
  for (let at = known; ; at = readPosition(db)) {
    if (at.store === head.store && at.no >= head.no) return at.no;
    const commits = at.store === head.store ? await listCommits(options, at.no) : [];
    const isThere = commits[0]?.no === at.no + 1;
    if (!isThere && !(await replaceByBase(options, at))) return null;
    if (isThere) for (const commit of commits) if (!(await makeCommit(options, commit))) return null;
  }
}

/** How many commits are asked for at once. */
const COMMITS_MAX = 100;

function listCommits({ database, file }: FollowOptions, after: number): Promise<Commit[]> {
  return database.query(
    `SELECT no, change, follows, schema_version, parts
     FROM catalog.change
     WHERE file = $1 AND no > $2
     ORDER BY no
     LIMIT ${COMMITS_MAX}`,
    [file, after],
  );
}

/** False when another connection writes to the copy now, or has done so since. */
async function makeCommit(options: FollowOptions, commit: Commit): Promise<boolean> {
  const { db, database, file } = options;
  refuseNewer(file, commit.schema_version);
  if (!tryBegin(db)) return false;
  try {
    const at = readPosition(db);
    if (at.no !== commit.no - 1) {
      rollBack(db);
      return false;
    }
    if (at.change !== commit.follows) throw otherHistory();
    for await (const changeset of readParts(database, { id: commit.change, parts: commit.parts }))
      if (!db.applyChangeset(changeset))
        throw new LogRefused(
          `${db.location()} was changed by something else: stop its server and delete the folder, which is then copied again`,
        );
    writePosition(db, { store: at.store, no: commit.no, change: commit.change });
    db.exec('COMMIT');
  } catch (error) {
    rollBack(db);
    throw error;
  }
  announceCommit();
  return true;
}

/** The same, however long others write to the copy meanwhile. */
export async function catchUp(options: FollowOptions): Promise<number> {
  for (;;) {
    const no = await followLog(options);
    if (no !== null) return no;
    await wait(BUSY_PAUSE_MS);
  }
}
