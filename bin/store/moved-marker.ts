import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StoreRefused } from '../../src/store/sqlite/store-check.ts';

/** Marks a folder whose store has moved to PostgreSQL (docs/machines.md#postgresql). */
export const MOVED_MARKER = 'moved-to-postgres';

const TEXT = `The store in this folder was copied into PostgreSQL and continues there: set SEOGA_DATABASE_URL.
Feeds and orders imported here would appear in no list. To use this folder again, delete this file.
`;

export function markMoved(dataDir: string): void {
  writeFileSync(join(dataDir, MOVED_MARKER), TEXT, { mode: 0o600 });
}

/** Throws StoreRefused if the folder's store was moved. */
export function refuseMoved(dataDir: string): void {
  const path = join(dataDir, MOVED_MARKER);
  if (!existsSync(path)) return;
  throw new StoreRefused(
    `The store in ${dataDir} was moved to PostgreSQL: set SEOGA_DATABASE_URL. To use this folder again, delete ${path}.`,
  );
}
