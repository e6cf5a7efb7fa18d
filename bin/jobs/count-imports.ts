import type { createMetrics } from '../../src/http/metrics.ts';
import { IMPORT_OUTCOMES, type ImportLog } from '../../src/ingest/import-log.ts';
import type { Job } from './job.ts';

const ENTRIES_MAX = 200;

/**
 * Counts attempts to import in the log, including those by commands. The first run only records the newest attempt and the last
 * successes.
 */
export function createImportCount(
  importLog: ImportLog,
  { add, set }: Pick<ReturnType<typeof createMetrics>, 'add' | 'set'>,
): Job {
  let lastId: number | null = null;
  const noteSuccess = (actor: string, endedAtMs: number) =>
    set('seoga_import_timestamp_seconds', endedAtMs / 1000, { by: wayOf(actor) });
  const run = async () => {
    const [newest] = await importLog.list(1);
    const newestId = newest?.importId ?? 0;
    if (lastId === null) {
      // Prometheus doesn't count the first value of a series as an increase, so each series begins with 0.
      for (const by of WAYS) for (const outcome of OUTCOMES) add('seoga_imports_total', 0, { by, outcome });
      for (const { source, endedAtMs } of (await importLog.listGoodFeeds()).toReversed())
        noteSuccess(source, endedAtMs);
      lastId = newestId;
      return;
    }
    if (newestId <= lastId) return;
    const from = lastId;
    const entries = await importLog.list(Math.min(ENTRIES_MAX, newestId - from));
    for (const entry of entries.filter(({ importId }) => importId > from).reverse()) {
      // A later run counts this attempt and the following ones.
      if (entry.outcome === 'running') return;
      const { actor, outcome, endedAtMs } = entry;
      add('seoga_imports_total', 1, { by: wayOf(actor), outcome });
      if (outcome === 'imported' && endedAtMs !== null) noteSuccess(actor, endedAtMs);
      lastId = entry.importId;
    }
  };
  return { name: 'count-imports', every: 2_000, run };
}

const WAYS = ['command', 'console', 'token'];
const OUTCOMES = [...IMPORT_OUTCOMES, 'unfinished'];

function wayOf(actor: string): string {
  const [kind = ''] = actor.split(':');
  return kind === 'account' ? 'console' : kind;
}
