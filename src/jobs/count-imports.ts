import type { ImportEntry, ImportLog } from '../ingest/import-log.ts';

/** Where finished imports are counted. */
export interface ImportCounts {
  /** `by` is how it came: command, console, token or folder. */
  countImport(by: string, outcome: string, endedAtMs: number | null): void;
}

/** Attempts read together; two seconds won't see more. */
const ENTRIES_MAX = 200;

/**
 * Counts the attempts to import that the log gained since the last call, also those of the command line in processes of their own.
 * The first call only notes where the log ends.
 */
export function createImportCounter(importLog: ImportLog, counts: ImportCounts): () => Promise<void> {
  let lastId: number | null = null;
  return async () => {
    const [newest] = await importLog.list(1);
    const newestId = newest?.importId ?? 0;
    if (lastId === null) {
      lastId = newestId;
      return;
    }
    if (newestId <= lastId) return;
    const from = lastId;
    const entries = await importLog.list(Math.min(ENTRIES_MAX, newestId - from));
    for (const entry of entries.filter(({ importId }) => importId > from).reverse()) {
      // It is counted once it has ended; later attempts wait for it anyway.
      if (entry.outcome === 'running') return;
      counts.countImport(wayOf(entry), entry.outcome, entry.endedAtMs);
      lastId = entry.importId;
    }
  };
}

function wayOf({ actor }: ImportEntry): string {
  const [kind = ''] = actor.split(':');
  return kind === 'account' ? 'console' : kind;
}
