import { constants } from 'node:fs';
import { mkdir, open, readdir, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AuditTrail } from '../accounts/audit-trail.ts';
import { brakeReason } from '../ingest/brakes.ts';
import { RECOGNISE, type Reading } from '../ingest/choose-reader.ts';
import { type FeedMappings, MAPPING_CHARS_MAX, nameFor } from '../ingest/feed-mappings.ts';
import type { ImportSource } from '../ingest/import-log.ts';
import { message } from '../messages/messages.ts';
import { auditImport } from './audit-import.ts';
import { type FeedThreadOptions, type RunOutcome, startFeedRun } from './feed-run.ts';
import { shortenFileName } from './file-names.ts';

export interface FeedFolderOptions extends FeedThreadOptions {
  /** The folder that the shop's machines put files into. */
  readonly folder: string;
  readonly mappings: FeedMappings;
  readonly auditTrail: AuditTrail;
  /** Called with one line for the log after each file, and whether it was imported. */
  readonly onFile: (line: string, isImported: boolean) => void;
}

/** A file counts as complete after this long without a write. Slow writers use another name first, see below. */
const QUIET_MS = 5_000;

/** Files that are still being written: hidden ones, and the names that copying programs use until they are done. */
const UNFINISHED = /^\.|\.(tmp|part|partial|filepart|crdownload)$/i;

/** A mapping in the folder isn't a feed: it stays for all files whose names begin with its own. */
const MAPPING_ENDING = '.map.json';

/** Bytes of a file's name, on every file system that we know. */
const NAME_BYTES_MAX = 255;

/**
 * Imports the files of a folder in the order of their names and moves each to done/ or failed/ beside a report
 * (docs/rules/feeds.md#feed-folder). A file that a killed server was importing is still there and is retried. Each call
 * looks once; it does nothing while an earlier one is under way.
 */
export function createFeedFolder(options: FeedFolderOptions) {
  const { folder, clock } = options;
  let isUnderWay = false;
  const importer = createImporter(options);
  let isStopped = false;
  /** The last problem logged. The folder is checked every second; a missing one is logged once. */
  let known: string | null = null;
  /** Files that could not be moved aside, with the time of their last change: they are not imported again until it changes. */
  const stuck = new Map<string, number>();

  const look = async () => {
    const entries = await readdir(folder, { withFileTypes: true });
    const names = entries
      .filter(
        (entry) => entry.isFile() && !UNFINISHED.test(entry.name) && !entry.name.endsWith(MAPPING_ENDING),
      )
      .map(({ name }) => name);
    for (const name of stuck.keys()) if (!names.includes(name)) stuck.delete(name);
    for (const name of names.sort()) {
      if (isStopped) return;
      // A name that isn't UTF-8 leads to no file.
      const mtimeMs = (await stat(join(folder, name)).catch(() => null))?.mtimeMs ?? 0;
      if (stuck.get(name) === mtimeMs) continue;
      // The order of names matters, so the next ones wait for a file that is still growing.
      if (clock.nowMs() - mtimeMs < QUIET_MS) return;
      try {
        await importer.importOne(name);
      } catch (error) {
        stuck.set(name, mtimeMs);
        options.onProblem(error);
      }
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
      importer.stop();
    },
  };
}

/** Imports one file at a time and moves it aside. */
function createImporter(options: FeedFolderOptions) {
  let stop: (() => void) | null = null;
  const work = async (path: string, source: ImportSource, mapping: FileMapping): Promise<RunOutcome> => {
    const reading = { ...RECOGNISE, ...mapping };
    const run = startFeedRun(options, { path, reading, source, force: false });
    stop = run.stop;
    const outcome = await run.outcome;
    stop = null;
    return outcome;
  };
  return {
    stop: () => stop?.(),
    async importOne(name: string): Promise<void> {
      const path = join(options.folder, name);
      const source = { name, actor: 'folder', bytes: (await stat(path)).size };
      const mapping = await findMapping(name, options);
      const outcome = mapping === null ? BAD_MAPPING : await work(path, source, mapping);
      // The next start imports it again.
      if (outcome.kind === 'stopped') return;
      if (outcome.kind === 'report')
        await auditImport(options.auditTrail, source, outcome.report).catch(options.onProblem);
      const isDone = outcome.kind === 'report' && outcome.report.committed;
      options.onFile(`${name}: ${isDone ? 'imported' : 'failed, see its report'}`, isDone);
      await moveAside(name, isDone ? 'done' : 'failed', outcome, options);
    },
  };
}

type FileMapping = Pick<Reading, 'mapping' | 'mappingName'>;

/** The mapping for a file: one in the folder, else a kept one. `mapping` null = the file uses our names. Null = it can't be read. */
async function findMapping(
  file: string,
  { folder, mappings }: FeedFolderOptions,
): Promise<FileMapping | null> {
  const ofFolder = (await readdir(folder))
    .filter((name) => name.endsWith(MAPPING_ENDING))
    .map((name) => name.slice(0, -MAPPING_ENDING.length));
  const inFolder = nameFor(file, ofFolder);
  if (inFolder !== null) {
    const mappingName = inFolder + MAPPING_ENDING;
    const mapping = await readPlainFile(join(folder, mappingName), MAPPING_CHARS_MAX);
    return mapping === null ? null : { mapping, mappingName };
  }
  const kept = await mappings.list();
  const mappingName = nameFor(
    file,
    kept.map((one) => one.name),
  );
  return { mapping: kept.find((one) => one.name === mappingName)?.mapping ?? null, mappingName };
}

/** Null for links, pipes and files that are too large: whoever may write to the folder may not read others through it. */
async function readPlainFile(path: string, bytesMax: number): Promise<string | null> {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
  await using file = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK).catch(() => null);
  if (file === null) return null;
  const found = await file.stat();
  if (!found.isFile() || found.size > bytesMax) return null;
  const { buffer, bytesRead } = await file.read(Buffer.alloc(bytesMax), 0, bytesMax, 0);
  return buffer.toString('utf8', 0, bytesRead);
}

const BAD_MAPPING: RunOutcome = {
  kind: 'unreadable',
  reason: message('feeds.mappingNoFile', { ending: MAPPING_ENDING, max: MAPPING_CHARS_MAX / 1024 / 1024 }),
};

const REPORT_ENDING = '.report.json';

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
  const room = NAME_BYTES_MAX - stamp.length - 1 - REPORT_ENDING.length;
  const aside = `${stamp}-${shortenFileName(name, room)}`;
  const report = `${JSON.stringify(reportOf(outcome), null, 2)}\n`;
  await writeFile(join(target, aside + REPORT_ENDING), report);
  await rename(join(folder, name), join(target, aside));
}

function reportOf(outcome: RunOutcome): object {
  if (outcome.kind === 'unreadable') return { imported: false, message: outcome.reason };
  if (outcome.kind !== 'report') return { imported: false, message: message('feeds.seeLog') };
  const { report } = outcome;
  return { imported: report.committed, message: report.brakes.map(brakeReason), ...report };
}
