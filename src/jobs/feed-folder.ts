import { mkdir, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AuditTrail } from '../accounts/audit-trail.ts';
import { brakeReason } from '../ingest/brakes.ts';
import { RECOGNISE, type Reading } from '../ingest/choose-reader.ts';
import { type FeedMappings, nameFor } from '../ingest/feed-mappings.ts';
import { auditImport } from './audit-import.ts';
import { type FeedThreadOptions, type RunOutcome, startFeedRun } from './feed-intake.ts';

export interface FeedFolderOptions extends FeedThreadOptions {
  /** The folder that the shop's machines put files into. */
  readonly folder: string;
  readonly mappings: FeedMappings;
  readonly auditTrail: AuditTrail;
  /** Called with one line for the log after each file. */
  readonly onFile: (line: string) => void;
}

/** A file counts as complete after this long without a write. Slow writers use another name first, see below. */
const QUIET_MS = 5_000;

/** Files that are still being written: hidden ones, and the names that copying programs use until they are done. */
const UNFINISHED = /^\.|\.(tmp|part|partial|filepart|crdownload)$/i;

/** A mapping in the folder isn't a feed: it stays for all files whose names begin with its own. */
const MAPPING_ENDING = '.map.json';

/**
 * Imports the files of a folder in the order of their names and moves each to done/ or failed/ beside a report
 * (docs/rules/feeds.md#feed-folder). A file that a killed server was importing is still there and is retried. Each call
 * looks once; it does nothing while an earlier one is under way.
 */
export function createFeedFolder(options: FeedFolderOptions) {
  const { folder, clock } = options;
  let isUnderWay = false;
  let stop: (() => void) | null = null;
  let isStopped = false;
  /** The last problem logged. The folder is checked every second; a missing one is logged once. */
  let known: string | null = null;

  const importOne = async (name: string) => {
    const path = join(folder, name);
    const source = { name, actor: 'folder', bytes: (await stat(path)).size };
    const reading = { ...RECOGNISE, ...(await findMapping(name, options)) };
    const run = startFeedRun(options, { path, reading, source, force: false });
    stop = run.stop;
    const outcome = await run.outcome;
    stop = null;
    // The next start imports it again.
    if (outcome.kind === 'stopped') return;
    if (outcome.kind === 'report')
      await auditImport(options.auditTrail, source, outcome.report).catch(options.onProblem);
    const isDone = outcome.kind === 'report' && outcome.report.committed;
    await moveAside(name, isDone ? 'done' : 'failed', outcome, options);
    options.onFile(`${name}: ${isDone ? 'imported' : 'failed, see its report'}`);
  };

  const look = async () => {
    const entries = await readdir(folder, { withFileTypes: true });
    const names = entries
      .filter(
        (entry) => entry.isFile() && !UNFINISHED.test(entry.name) && !entry.name.endsWith(MAPPING_ENDING),
      )
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
        known = null;
      } catch (error) {
        if (String(error) !== known) options.onProblem(error);
        known = String(error);
      } finally {
        isUnderWay = false;
      }
    },
    /** Stops the current import, which changes nothing; its file is imported again later. */
    stop(): void {
      isStopped = true;
      stop?.();
    },
  };
}

/** The mapping for a file: one in the folder, else a kept one. Null = the file uses our names. */
async function findMapping(
  file: string,
  { folder, mappings }: FeedFolderOptions,
): Promise<Pick<Reading, 'mapping' | 'mappingName'>> {
  const ofFolder = (await readdir(folder))
    .filter((name) => name.endsWith(MAPPING_ENDING))
    .map((name) => name.slice(0, -MAPPING_ENDING.length));
  const inFolder = nameFor(file, ofFolder);
  if (inFolder !== null) {
    const mappingName = inFolder + MAPPING_ENDING;
    return { mapping: await readFile(join(folder, mappingName), 'utf8'), mappingName };
  }
  const kept = await mappings.list();
  const mappingName = nameFor(
    file,
    kept.map((one) => one.name),
  );
  return { mapping: kept.find((one) => one.name === mappingName)?.mapping ?? null, mappingName };
}

/** Moves a file into a folder beside a report of its import. */
async function moveAside(
  name: string,
  to: 'done' | 'failed',
  outcome: RunOutcome,
  { folder, clock }: FeedFolderOptions,
): Promise<void> {
  const target = join(folder, to);
  await mkdir(target, { recursive: true });
  const stamp = new Date(clock.nowMs()).toISOString().replaceAll(':', '');
  const report = `${JSON.stringify(reportOf(outcome), null, 2)}\n`;
  await writeFile(join(target, `${stamp}-${name}.report.json`), report);
  await rename(join(folder, name), join(target, `${stamp}-${name}`));
}

function reportOf(outcome: RunOutcome): object {
  if (outcome.kind === 'unreadable') return { imported: false, message: outcome.reason };
  if (outcome.kind !== 'report') return { imported: false, message: 'see the log of the service' };
  const { report } = outcome;
  return { imported: report.committed, message: report.brakes.map(brakeReason), ...report };
}
