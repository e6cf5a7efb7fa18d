import type { Readable } from 'node:stream';
import { parseFeedLine } from './feed-line.ts';
import type { FeedProblem } from './feed-record.ts';
import type { NumberedRecord } from './feed-store.ts';
import { readLines } from './lines.ts';

/** What some lines of a feed turned out to be, in order. Blank lines are neither. */
export interface FeedBatch {
  readonly records: readonly NumberedRecord[];
  readonly problems: readonly FeedProblem[];
  /** The last line that was read. */
  readonly lastLine: number;
}

/** Lines of a batch at most, so that whoever takes the batches can do other work between them. */
const BATCH_LINES_MAX = 500;

/**
 * Reads a JSON Lines feed (decisions 7): UTF-8, one record a line, plain or gzip-compressed. `receivedAtMs` is the
 * time of receipt. Throws UnreadableInputError when the input itself breaks off.
 */
export async function* readJsonLines(input: Readable, receivedAtMs: number): AsyncGenerator<FeedBatch> {
  for await (const { firstLine, lines } of readLines(input)) {
    for (let from = 0; from < lines.length; from += BATCH_LINES_MAX) {
      const until = Math.min(lines.length, from + BATCH_LINES_MAX);
      const records: NumberedRecord[] = [];
      const problems: FeedProblem[] = [];
      for (let at = from; at < until; at++) {
        const line = firstLine + at;
        const text = lines[at] ?? '';
        if (typeof text !== 'string') problems.push({ line, field: '', reason: text });
        else if (text.trim() !== '') {
          const parsed = parseFeedLine(text, receivedAtMs);
          if ('kind' in parsed) records.push({ line, record: parsed });
          else problems.push({ line, ...parsed });
        }
      }
      yield { records, problems, lastLine: firstLine + until - 1 };
    }
  }
}
