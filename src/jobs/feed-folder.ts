import { mkdir, readdir, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../clock.ts';
import { brakeReason } from '../ingest/brakes.ts';
import { type RunOutcome, startFeedRun } from './feed-intake.ts';

export interface FeedFolderOptions {
  /** The folder that the shop's machines put files into. */
  readonly folder: string;
  /** The file that calls serveFeedImport on the store of a data folder. */
  readonly entry: URL;
  readonly dataDir: string;
  readonly clock: Clock;
  readonly onProblem: (error: unknown) => void;
  /** Called with one line for the log after each file. */
  readonly onFile: (line: string) => void;
}

/** A file that was not written to for so long is whole. Machines that write slowly use another name first, see below. */
const QUIET_MS = 5_000;

/** Files that somebody still writes: hidden ones, and the names that copying programs use until they are done. */
const UNFINISHED = /^\.|\.(tmp|part|partial|filepart|crdownload)$/i;

/**
 * Imports the files of a folder in the order of their names and moves each to done/ or failed/ beside a report
 * (docs/rules/feeds.md#feed-folder). A file that a killed server was importing is still there, and comes again. Each call
 * looks once; it does nothing while an earlier one is under way.
 */
export function createFeedFolder(options: FeedFolderOptions) {
  const { folder, clock } = options;
  let isUnderWay = false;
  let stop: (() => void) | null = null;
  let isStopped = false;

  const importOne = async (name: string) => {
    const path = join(folder, name);
    const source = { name, actor: 'folder', bytes: (await stat(path)).size };
    const run = startFeedRun({ ...options, path, source, force: false }, () => {});
    stop = run.stop;
    const outcome = await run.outcome;
    stop = null;
    // It comes again at the next start.
    if (outcome.kind === 'stopped') return;
    const isDone = outcome.kind === 'report' && outcome.report.committed;
    const target = join(folder, isDone ? 'done' : 'failed');
    await mkdir(target, { recursive: true });
    const stamp = new Date(clock.nowMs()).toISOString().replaceAll(':', '');
    await writeFile(
      join(target, `${stamp}-${name}.report.json`),
      `${JSON.stringify(reportOf(outcome), null, 2)}\n`,
    );
    await rename(path, join(target, `${stamp}-${name}`));
    options.onFile(`${name}: ${isDone ? 'imported' : 'failed, see its report'}`);
  };

  const look = async () => {
    const entries = await readdir(folder, { withFileTypes: true });
    const names = entries
      .filter((entry) => entry.isFile() && !UNFINISHED.test(entry.name))
      .map(({ name }) => name);
    for (const name of names.sort()) {
      if (isStopped) return;
      const { mtimeMs } = await stat(join(folder, name));
      // The order of names matters, so the next ones wait for a file that is still growing.
      if (clock.nowMs() - mtimeMs < QUIET_MS) return;
      await importOne(name);
    }
  };
  return {
    async look(): Promise<void> {
      if (isUnderWay || isStopped) return;
      isUnderWay = true;
      try {
        await look();
      } catch (error) {
        options.onProblem(error);
      } finally {
        isUnderWay = false;
      }
    },
    /** Stops an import that is under way; it keeps nothing, and its file comes again. */
    stop(): void {
      isStopped = true;
      stop?.();
    },
  };
}

function reportOf(outcome: RunOutcome): object {
  if (outcome.kind === 'unreadable') return { imported: false, message: outcome.reason };
  if (outcome.kind !== 'report') return { imported: false, message: 'see the log of the service' };
  const { report } = outcome;
  return { imported: report.committed, message: report.brakes.map(brakeReason), ...report };
}
