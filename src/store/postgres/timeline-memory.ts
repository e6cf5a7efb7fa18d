import { randomUUID } from 'node:crypto';
import { renameSync, writeFileSync } from 'node:fs';
import { readJsonFile } from '../../whole-file.ts';

interface Seen {
  readonly system: string;
  readonly timeline: number;
}

const NOTHING: Seen = { system: '', timeline: 0 };

export type TimelineMemory = ReturnType<typeof createTimelineMemory>;

/**
 * The highest timeline of a cluster that was ever used from here. PostgreSQL begins a new one whenever a standby takes over, so a
 * server with a lower one is a former primary. All processes of a data folder share the file at `path`; without it, or without
 * the folder, this pool remembers alone.
 */
export function createTimelineMemory(path: string | undefined) {
  let own = NOTHING;
  const highestOf = (system: string) =>
    Math.max(
      0,
      ...[own, readKept(path)].filter((seen) => seen.system === system).map((seen) => seen.timeline),
    );
  return {
    /** 0 for a cluster that was never used. `system` is the identifier that all servers of a cluster share. */
    highestOf,
    see(system: string, timeline: number): void {
      const isKept = readKept(path).system === system && highestOf(system) >= timeline;
      own = { system, timeline };
      if (path === undefined || isKept) return;
      const unfinished = `${path}.${randomUUID()}.tmp`;
      try {
        writeFileSync(unfinished, `${JSON.stringify(own)}\n`);
        renameSync(unfinished, path);
      } catch {
        // A command on a machine without a data folder keeps nothing there.
      }
    },
  };
}

function readKept(path: string | undefined): Seen {
  const { system, timeline }: { readonly system?: unknown; readonly timeline?: unknown } =
    (path === undefined ? null : readJsonFile(path)) ?? {};
  return { system: String(system ?? ''), timeline: Number(timeline) || 0 };
}
