import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { errorCode } from '../../src/base/whole-file.ts';
import { exportFeed, toFeedLine } from '../../src/ingest/feed-export.ts';
import type { FeedRecord } from '../../src/ingest/feed-record.ts';
import { openStore } from '../store/open-store.ts';
import { CommandFailed, command, countText, interruptible, progressPrinter } from './command.ts';

export const exportCommand = command({
  name: 'export',
  needs: 'healthy store',
  operands: [0, 1, 'one file'],
  async run({ operands: [operand], config }) {
    const file = operand === '-' ? undefined : operand;
    await interruptible('no file was written', async (signal) => {
      await using store = await openStore(config, 'command');
      const tell = progressPrinter(file ?? 'standard output');
      const { items, orderLines, leftOut } = await exportFeed(store.engine.catalog, (portions) => {
        const lines = counted(portions, tell);
        return file === undefined ? printFeed(lines, signal) : writeFeed(file, lines, signal);
      });
      const rest =
        leftOut === 0 ? '' : `; ${countText(leftOut)} lines that no list counts (late or excluded) left out`;
      const say = file === undefined ? console.error : console.log;
      say(`Exported ${countText(items)} items, ${countText(orderLines)} order lines${rest}.`);
    });
  },
});

async function* counted<T>(portions: AsyncIterable<readonly T[]>, tell: (count: number) => void) {
  let count = 0;
  for await (const portion of portions) {
    yield portion;
    count += portion.length;
    tell(count);
  }
}

type Portions = Iterable<Iterable<FeedRecord>> | AsyncIterable<Iterable<FeedRecord>>;

/** Writes lines of a feed to standard output until its reader closes it (`| head`). Throws the signal's reason. */
export async function printFeed(portions: Portions, signal?: AbortSignal): Promise<void> {
  try {
    await pipeline(Readable.from(chunksOf(portions)), process.stdout, { signal, end: false });
  } catch (error) {
    signal?.throwIfAborted();
    if (errorCode(error) !== 'EPIPE') throw error;
  }
}

/**
 * Writes lines of a feed to a file that only its owner can read, compressed if the name ends in .gz. Replaces an existing file
 * once the new file is complete. Throws the signal's reason, and CommandFailed if the file can't be written.
 */
export async function writeFeed(file: string, portions: Portions, signal: AbortSignal): Promise<void> {
  const temporary = `${file}.${process.pid}.tmp`;
  const gzip = file.endsWith('.gz') ? [createGzip()] : [];
  try {
    await rm(temporary, { force: true });
    // Orders are personal data. `wx` fails if another user has put a link there.
    const out = createWriteStream(temporary, { flags: 'wx', mode: 0o600, flush: true });
    await pipeline([Readable.from(chunksOf(portions)), ...gzip, out], { signal });
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {});
    signal.throwIfAborted();
    if (!(error instanceof Error) || errorCode(error) === null) throw error;
    throw new CommandFailed(`${file} can't be written: ${error.message}`);
  }
}

async function* chunksOf(portions: Portions): AsyncGenerator<string> {
  let chunk = '';
  for await (const records of portions)
    for (const record of records) {
      chunk += `${toFeedLine(record)}\n`;
      if (chunk.length < CHUNK_CHARACTERS) continue;
      yield chunk;
      chunk = '';
    }
  if (chunk !== '') yield chunk;
}

const CHUNK_CHARACTERS = 65_536;
