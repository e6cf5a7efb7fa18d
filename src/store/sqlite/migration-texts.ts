import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The migrations of each file are in a folder of their own. */
export type MigrationFolder = 'accounts' | 'catalog';

export interface Migration {
  readonly version: number;
  readonly text: string;
}

/**
 * The numbered migrations of a file (`0001-name.sql`, ...), oldest first: those of its folder, and for the accounts those
 * of PostgreSQL that say so in a line. What both databases need is written once that way, in PostgreSQL's words.
 */
export function migrationsOf(folder: MigrationFolder): readonly Migration[] {
  const own = readMigrations(join(import.meta.dirname, 'migrations', folder));
  if (folder === 'catalog') return own;
  const shared = readMigrations(join(import.meta.dirname, '../postgres/migrations'))
    .filter(({ text }) => SHARED.test(text))
    .map(({ version, text }) => ({ version, text: inSqliteWords(text) }));
  return [...own, ...shared].sort((a, b) => a.version - b.version);
}

const SHARED = /^-- Also for accounts\.db\.$/m;

/** Replaces the types and clauses of PostgreSQL that SQLite has by another name, or by itself. */
export function inSqliteWords(text: string): string {
  return WORDS.reduce((done, [theirs, ours]) => done.replaceAll(theirs, ours), text);
}

const WORDS = [
  [/\b(?:bigint|smallint|integer|boolean)\b/gi, 'INTEGER'],
  [/\bdouble precision\b/gi, 'REAL'],
  [/\bbytea\b/gi, 'BLOB'],
  // Texts are compared by their bytes, and a number that is the key counts up.
  [/ COLLATE "C"/g, ''],
  [/ GENERATED (?:ALWAYS|BY DEFAULT) AS IDENTITY\b/gi, ''],
  [/^\);$/gm, ') STRICT;'],
] as const;

function readMigrations(directory: string): Migration[] {
  const names = readdirSync(directory).filter((name) => name.endsWith('.sql'));
  return names.sort().map((name) => ({
    version: Number(name.slice(0, 4)),
    text: readFileSync(join(directory, name), 'utf8'),
  }));
}
