import { message } from '../../messages/messages.ts';
import type { FeedReader, RawRecord } from '../feed-reader.ts';
import type { FeedProblem } from '../feed-record.ts';
import { breaksOff, invalidJson } from './invalid-json.ts';
import { readLines } from './lines.ts';

/** Lines of a batch at most. */
const BATCH_LINES_MAX = 500;

/** JSON Lines: UTF-8, one record a line, plain or gzip-compressed. Blank lines count but are nothing. */
export const jsonLinesReader: FeedReader = {
  unit: 'line',
  async *read(input) {
    for await (const { firstLine, lines, isOpen } of readLines(input)) {
      for (let from = 0; from < lines.length; from += BATCH_LINES_MAX) {
        const until = Math.min(lines.length, from + BATCH_LINES_MAX);
        const records: RawRecord[] = [];
        const problems: FeedProblem[] = [];
        for (let at = from; at < until; at++) {
          const line = firstLine + at;
          const text = lines[at] ?? '';
          if (typeof text !== 'string') problems.push({ line, field: '', reason: text });
          else if (text.trim() !== '') {
            try {
              records.push({ line, value: JSON.parse(text) });
            } catch (error) {
              const isOfFile = isOpen === true && at === lines.length - 1 && breaksOff(error, text);
              problems.push({ line, field: '', reason: isOfFile ? CUT_SHORT : invalidJson(error) });
            }
          }
        }
        yield { records, problems, warnings: [], lastLine: firstLine + until - 1 };
      }
    }
  },
};

const CUT_SHORT = message('feeds.cutShort');
