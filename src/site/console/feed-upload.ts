import { type Html, html } from '../../http/html.ts';
import { READING_CHOICES, type Reading, readOptions } from '../../ingest/choose-reader.ts';
import { FeedRefusedError, type ReceivedFeed, type RunOutcome } from '../../intake/feed-door.ts';
import { field, type InputOf, word } from '../kit/fields.ts';
import { invalid, refusal, type SignedInVisit, type Visit } from '../kit/visit.ts';

/** Larger files are imported on the command line. */
export const FEED_BYTES_MAX = 200 * 1024 * 1024;

/** The delimiters that the forms offer. */
const NAMES = READING_CHOICES.delimiter
  .filter((one) => one === '\t' || one > ' ')
  .map((one) => (one === '\t' ? 'tab' : one));

/** A form's file, which is read from the request body rather than as a field's value. */
const FILE = field({
  attributes: {
    type: 'file',
    required: true,
    accept: '.csv,.tsv,.txt,.xlsx,.xml,.onix,.jsonl,.ndjson,.json,.gz,.zip',
  },
  read: () => undefined,
});

/** A file, and its encoding and delimiter if it is a table. Both are detected if nothing is chosen. */
export const FILE_FIELDS = {
  encoding: word(READING_CHOICES.encoding, 'consoleMapping.encodings')
    .optional('consoleFeeds.recognised')
    .called('consoleMapping.encoding'),
  delimiter: word(NAMES).optional('consoleFeeds.recognised').called('consoleMapping.delimiter'),
  file: FILE,
};

/** The form's options for reading a file. An empty text means no mapping. */
export function readingOf(
  { encoding, delimiter }: Omit<InputOf<typeof FILE_FIELDS>, 'file'>,
  mapping: string,
  name: string,
): Reading {
  return { ...readOptions({ encoding, delimiter }), mapping: mapping || null, mappingName: name || null };
}

export interface Checked {
  readonly feed: ReceivedFeed;
  readonly name: string;
  readonly reading: Reading;
}

/** Imports an uploaded file like any feed. Throws INVALID for the file, or BUSY. */
export async function takeFile<Result>(
  { file, actor, raw, services }: SignedInVisit,
  reading: Reading,
  work: (checked: Checked) => Promise<Result>,
): Promise<Result> {
  if (file === null) throw invalid('file', 'consoleFeeds.chooseFile');
  const { name } = file;
  const bytes = Number(raw.headers['content-length'] ?? 0) || null;
  const sent = { ...file, actor, bytes, bytesMax: FEED_BYTES_MAX, connection: raw.raw.socket };
  try {
    return await services.feedDoor.take(sent, (feed) => work({ feed, name, reading }));
  } catch (error) {
    if (!(error instanceof FeedRefusedError)) throw error;
    const { why } = error;
    if (why === 'tooMany') throw refusal('BUSY', 'consoleFeeds.tooMany');
    throw invalid('file', `consoleFeeds.${why}`, { max: FEED_BYTES_MAX / 1024 / 1024 });
  }
}

type Ended<Kind> = Extract<RunOutcome, { readonly kind: Kind }>;

/** Returns the report or the preview of a run. Throws for any other outcome: INVALID if the file is at fault. */
export function reached<Kind extends 'report' | 'preview'>(outcome: RunOutcome, kind: Kind): Ended<Kind> {
  if (outcome.kind === kind) return outcome as Ended<Kind>;
  if (outcome.kind === 'unreadable') throw invalid('file', outcome.reason);
  if (outcome.kind === 'report' || outcome.kind === 'preview') throw new Error(`no ${kind}`);
  throw refusal('BUSY', `consoleFeeds.${outcome.kind}`);
}

export function uploadProgress(visit: Visit): Html {
  const t = visit.words('consoleFeeds');
  return html`<div class="progress" data-part="progress" role="status" hidden data-sent="${t('reading')}" data-failed="${t('offline')}"><p>${t('sending')}</p><progress max="1" aria-label="${t('progress')}"></progress></div>`;
}
