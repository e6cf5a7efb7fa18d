import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { migrationsOf } from '../../src/store/sqlite/migration-texts.ts';

/** Migrates a database up to a migration, runs that one without its end, and dies. */
const [dataDir = '', folder = '', last = ''] = process.argv.slice(2);
const db = new DatabaseSync(join(dataDir, `${folder}.db`));
const done = Number(db.prepare('PRAGMA user_version').get()?.user_version);
for (const { version, text } of migrationsOf(folder === 'accounts' ? 'accounts' : 'catalog')) {
  if (version <= done || version > Number(last)) continue;
  db.exec('BEGIN IMMEDIATE');
  db.exec(text);
  if (version === Number(last)) process.kill(process.pid, 'SIGKILL');
  db.exec(`PRAGMA user_version = ${version}`);
  db.exec('COMMIT');
}
