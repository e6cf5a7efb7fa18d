import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Migrates a database up to a migration, runs that one without its end, and dies. */
const [path = '', file = ''] = process.argv.slice(2);
const db = new DatabaseSync(path);
const version = Number(db.prepare('PRAGMA user_version').get()?.user_version);
const folder = dirname(file);
for (const name of readdirSync(folder).sort()) {
  const number = Number(name.slice(0, 4));
  if (number <= version || name > basename(file)) continue;
  db.exec('BEGIN IMMEDIATE');
  db.exec(readFileSync(join(folder, name), 'utf8'));
  if (name === basename(file)) process.kill(process.pid, 'SIGKILL');
  db.exec(`PRAGMA user_version = ${number}`);
  db.exec('COMMIT');
}
