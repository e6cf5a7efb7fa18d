import { schemaSteps } from '../../schema.ts';
import type { Queryable } from '../database.ts';
import type { LogFile, LogPosition } from './log-position.ts';

/** The last commit of a file, and the number of the last one that every answer has to show. */
export interface Head extends LogPosition {
  readonly urgent: number;
}

/** Throws StoreUnavailableError. */
export async function readHead(queryable: Queryable, file: LogFile): Promise<Head> {
  const [row] = await queryable.query<Head>(
    'SELECT store, no, change, urgent FROM catalog.head WHERE file = $1',
    [file],
  );
  if (row === undefined) throw new Error(`the log does not know the file ${file}`);
  return row;
}

/** The log is none that this program and its copy may follow; the message says what the operator can do. */
export class LogRefused extends Error {
  override name = 'LogRefused';
}

/** A new store id says that the database is another one on purpose: then the copy is made again. Throws LogRefused. */
export function refuseOtherHistory(copy: LogPosition, head: Head): void {
  if (copy.store !== head.store || copy.no < head.no) return;
  if (copy.no === head.no && copy.change === head.change) return;
  throw otherHistory();
}

export function otherHistory(): LogRefused {
  return new LogRefused(
    'the database lacks commits that this instance has shown: is it an older backup, or a former primary? If it is the one to go on ' +
      'with, give it a new identity (docs/operate.md#with-the-tools-of-postgresql), and the instances copy everything again',
  );
}

/** Throws LogRefused where a newer program has written. */
export function refuseNewer(file: LogFile, schemaVersion: number): void {
  if (schemaVersion <= schemaSteps(file).length) return;
  throw new LogRefused('a newer program writes to the catalogue: start it here, too');
}
