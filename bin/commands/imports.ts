import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { formatKstInstant } from '../../src/clock.ts';
import type { Config } from '../../src/config.ts';
import type { ImportEntry, ImportLog } from '../../src/ingest/import-log.ts';
import { createSqliteImportLog } from '../../src/store/sqlite/catalog/import-log.ts';
import { CATALOG_FILE, migrate, openDatabase } from '../../src/store/sqlite/database.ts';
import { type Command, UsageError } from './command.ts';
import { countText, tallyTexts } from './import-report.ts';

const LIMIT_DEFAULT = 20;
const LIMIT_MAX = 1000;

export const importsCommand: Command = {
  name: 'imports',
  summary: 'list the latest imports, or show one with its reasons',
  usage: `imports [ID] [--limit N]
  ID         show this import: what it did, and the first 100 refused lines and warnings
  --limit N  how many to list, newest first (default ${LIMIT_DEFAULT}, at most ${LIMIT_MAX})

Every attempt is listed, also one that failed, was interrupted or was killed ("did not finish").`,
  async run(args, config) {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { limit: { type: 'string', default: String(LIMIT_DEFAULT) } },
    });
    if (positionals.length > 1) throw new UsageError('imports takes one ID at most');
    const [id] = positionals;
    return withLog(config, async (log) => {
      if (id !== undefined) return showOne(log, numberOf('ID', id, Number.MAX_SAFE_INTEGER));
      for (const entry of await log.list(numberOf('--limit', values.limit, LIMIT_MAX))) {
        console.log(lineOf(entry));
      }
      return 0;
    });
  },
};

function numberOf(name: string, text: string, max: number): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= 1 && value <= max) return value;
  throw new UsageError(`${name} is "${text}": it takes a whole number from 1 to ${max}`);
}

async function withLog(config: Config, work: (log: ImportLog) => Promise<number>): Promise<number> {
  const db = openDatabase(join(config.dataDir, CATALOG_FILE), { busyTimeoutMs: 2000 });
  try {
    migrate(db, 'catalog');
    return await work(createSqliteImportLog(db));
  } finally {
    db.close();
  }
}

async function showOne(log: ImportLog, importId: number): Promise<number> {
  const entry = await log.find(importId);
  if (entry === null) {
    console.error(`There is no import ${importId}; "imports" lists them.`);
    return 1;
  }
  console.log([lineOf(entry), ...tallyTexts(entry.summary)].join('\n'));
  for (const { line, field, reason } of entry.problems) console.log(`  line ${line}: ${field}: ${reason.en}`);
  for (const { line, field, reason } of entry.warnings) {
    console.log(`  line ${line}: warning: ${field}: ${reason.en}`);
  }
  return 0;
}

const OUTCOME_WORDS: Readonly<Record<ImportEntry['outcome'], string>> = {
  running: 'running',
  unfinished: 'did not finish',
  imported: 'imported',
  braked: 'stopped by a brake',
  refused: 'refused: --strict',
  failed: 'failed',
  interrupted: 'interrupted',
};

function lineOf(entry: ImportEntry): string {
  const { importId, startedAtMs, outcome, actor, name, bytes, lines, problemCount, warningCount, cause } =
    entry;
  const counts = [
    `${countText(lines)} lines`,
    ...(problemCount === 0 ? [] : [`${countText(problemCount)} refused`]),
    ...(warningCount === 0 ? [] : [`${countText(warningCount)} warnings`]),
    ...(bytes === null ? [] : [`${countText(bytes)} bytes`]),
  ];
  const why = cause === null ? '' : `: ${cause.en}`;
  return `${importId}  ${formatKstInstant(startedAtMs)}  ${OUTCOME_WORDS[outcome]}${why}  ${name}  by ${actor}  ${counts.join(', ')}`;
}
