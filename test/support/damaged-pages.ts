import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Overwrites every page of a table. Readers forget what they have cached. */
export function overwritePages(dataDir: string, file: string, table: string): void {
  const path = join(dataDir, file);
  const db = new DatabaseSync(path);
  db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  const pageBytes = Number(db.prepare('PRAGMA page_size').get()?.page_size);
  const pages = db.prepare('SELECT pageno FROM dbstat WHERE name = ?').all(table);
  db.close();
  const bytes = readFileSync(path);
  for (const { pageno } of pages)
    bytes.fill(0xee, (Number(pageno) - 1) * pageBytes, Number(pageno) * pageBytes);
  writeFileSync(path, bytes);
  for (const name of new Set(['catalog.db', file])) {
    const other = new DatabaseSync(join(dataDir, name));
    other.exec('CREATE TABLE touched (x)');
    other.close();
  }
}
