import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { type Entry, fromBufferPromise } from 'yauzl';
import { type IdIn, message } from '../messages/messages.ts';
import {
  plainChunks,
  refuseFile,
  refuseOverExpanded,
  UnreadableInputError,
  unreadable,
} from './text/input.ts';
import { isWide } from './text/text-encoding.ts';

type NoFeed = Extract<IdIn<'feeds'>, `noFeed.${string}`> extends `noFeed.${infer Name}` ? Name : never;

export type FileKind = 'jsonl' | 'csv' | 'onix' | 'zip' | 'container';

/** Files that people pick by mistake, by their first bytes in Latin-1. */
const MARKS: readonly (readonly [RegExp, NoFeed])[] = [
  [
    /^(?:\x89PNG|\xff\xd8\xff|GIF8|BM.{4}\0{4}|II\*\0|MM\0\*|RIFF.{4}WEBP|.{4}ftyp(?:hei|mif|avif))/s,
    'picture',
  ],
  [/^%PDF-/, 'pdf'],
  [/^(?:Rar!|7z\xbc\xaf|BZh\d|\xfd7zXZ|\x28\xb5\x2f\xfd|.{257}ustar)/s, 'archive'],
  [/^\{\\rtf/, 'document'],
  [/^SQLite format 3\0/, 'database'],
  [/^\d{5}[acdnp][a-z].{3}22\d{5}.{3}4500/s, 'marc'],
  [/^MIME-Version:.*multipart\/related/is, 'webPage'],
];

/** Throws UnreadableInputError, with advice, for files that aren't feeds. `head` = the first kilobytes. */
export function kindOf(head: Buffer): FileKind {
  const latin = head.toString('latin1');
  if (latin.startsWith('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1')) return 'container';
  if (latin.startsWith('PK\x03\x04') || latin.startsWith('PK\x05\x06')) return 'zip';
  const [, foreign] = MARKS.find(([mark]) => mark.test(latin)) ?? [];
  if (foreign !== undefined) refuseKind(foreign);
  // Without its zero bytes, UTF-16 text reads as ASCII.
  const text = latin.replaceAll('\0', '').replace(BYTE_ORDER_MARKS, '').trimStart();
  if (text === '' || text.startsWith('{')) return 'jsonl';
  if (/^\[\s*(?:\{|$)/.test(text)) refuseFile(message('feeds.jsonArray'));
  if (!text.startsWith('<')) {
    const control = Array.from(text).filter((one) => one < ' ' && !LAYOUT.includes(one)).length;
    return control > CONTROL_MAX && control * 50 > text.length && !isWide(head)
      ? refuseKind('binary')
      : 'csv';
  }
  const root = /<([a-z][\w:.-]*)/i.exec(text.replace(/<(?:!--.*?--|[?!][^>]*)>/gs, ''))?.[1] ?? '';
  if (text.includes('urn:schemas-microsoft-com:office:spreadsheet') && /Workbook$/.test(root))
    refuseKind('xml2003');
  if (root.startsWith('office:document')) refuseKind('openDocument');
  if (/^(?:html|head|body|meta|style|table|div|script|p)$/i.test(root) || /^<!doctype html/i.test(text))
    refuseKind('webPage');
  return 'onix';
}

const CONTROL_MAX = 30;
/** Control characters that separate lines, cells and records. */
const LAYOUT = '\t\n\v\f\r\u0001\u001e\u001f';
const BYTE_ORDER_MARKS = /^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)/;

/** Old Office files by stream names in their directory. */
const STREAMS: readonly (readonly [string, NoFeed])[] = [
  ['EncryptedPackage', 'locked'],
  ['WordDocument', 'document'],
  ['PowerPoint Document', 'document'],
  ['HwpSummaryInformation', 'document'],
];

export function refuseContainer(bytes: Buffer): never {
  const [, kind = 'xls'] = STREAMS.find(([name]) => bytes.includes(name, 0, 'utf16le')) ?? [];
  refuseKind(kind);
}

/** Zip archives by the paths of their parts; the first match decides. */
const PARTS: readonly (readonly [RegExp, NoFeed])[] = [
  [/^xl\/workbook\.bin$/, 'binaryWorkbook'],
  [/^index\/.*\.iwa$|^index\.zip$/, 'numbers'],
  [/^(?:word|ppt)\//, 'document'],
  [/^meta-inf\/container\.xml$/, 'document'],
  [/^content\.xml$/, 'openDocument'],
];

/** The path of the only feed in an archive; null for a workbook. */
export function fileInside({ paths }: Archive): string | null {
  const lower = paths.map((path) => path.toLowerCase());
  const has = (pattern: RegExp) => lower.some((path) => pattern.test(path));
  if (has(/workbook\.xml$/)) return null;
  const [, foreign] = PARTS.find(([pattern]) => has(pattern)) ?? [];
  if (foreign !== undefined) refuseKind(foreign);
  // Ignores files that macOS and Windows add to archives.
  const files = paths.filter(
    (path) => !/^__macosx\/|(?:^|\/)(?:\.[^/]*|thumbs\.db|desktop\.ini)$/i.test(path),
  );
  const feeds = files.filter((path) => /\.(?:csv|tsv|xlsx|xml|onx|onix|jsonl|ndjson|gz)$/i.test(path));
  const [only] = files.length === 1 ? files : feeds;
  if (only !== undefined && (files.length === 1 || feeds.length === 1)) return only;
  const names = files
    .slice(0, 3)
    .map((path) => path.slice(0, 80))
    .join(', ');
  refuseFile(message('feeds.zipOfMany', { count: files.length, names }));
}

export function refuseKind(kind: NoFeed): never {
  refuseFile(message(`feeds.noFeed.${kind}`));
}

/** An archive is held in memory; larger tables can be sent as CSV. */
const ARCHIVE_BYTES_MAX = 50 * 1024 * 1024;
/** Ten times the size of the largest sheet that Excel opens comfortably. */
const UNPACKED_BYTES_MAX = 500 * 1024 * 1024;
/** A sheet with a thousand pictures has over two thousand parts. */
const PARTS_MAX = 10_000;

export interface Archive {
  readonly paths: readonly string[];
  /** The uncompressed bytes of a part; null if there is none. Paths are case-insensitive. */
  open(path: string): Promise<Readable | null>;
}

export async function collect(input: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const bytes of plainChunks(input)) {
    size += bytes.length;
    if (size > ARCHIVE_BYTES_MAX)
      refuseFile(message('feeds.workbookLarge', { max: ARCHIVE_BYTES_MAX / 1024 / 1024 }));
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}

/**
 * Reads the directory of a zip archive. A directory may lie about sizes, so they are checked again while parts are unpacked
 * (docs/feeds.md#limits). Throws UnreadableInputError.
 */
export async function openArchive(bytes: Buffer): Promise<Archive> {
  const asOurs = (error: unknown) => (error instanceof UnreadableInputError ? error : unreadable(error));
  try {
    const zip = await fromBufferPromise(bytes, { lazyEntries: true, autoClose: false });
    const entries = new Map<string, Entry>();
    let unpackedBytes = 0;
    for await (const entry of zip.eachEntry()) {
      unpackedBytes += entry.uncompressedSize;
      if (unpackedBytes > UNPACKED_BYTES_MAX)
        refuseFile(message('feeds.workbookUnpacks', { max: UNPACKED_BYTES_MAX / 1024 / 1024 }));
      refuseOverExpanded(unpackedBytes, bytes.length);
      if (entry.isEncrypted()) refuseFile(message('feeds.noFeed.lockedZip'));
      if (!entry.fileName.endsWith('/')) entries.set(entry.fileName.toLowerCase(), entry);
      if (entries.size > PARTS_MAX) refuseFile(message('feeds.workbookParts', { max: PARTS_MAX }));
    }
    return {
      paths: [...entries.values()].map(({ fileName }) => fileName),
      open: async (path) => {
        const entry = entries.get(path.toLowerCase());
        if (entry === undefined) return null;
        // The stream fails as soon as it yields more than the directory promised.
        const opened = await zip.openReadStreamPromise(entry).catch((error) => Promise.reject(asOurs(error)));
        return Readable.from(intact(opened, entry.crc32), { objectMode: false });
      },
    };
  } catch (error) {
    throw asOurs(error);
  }
}

/** Verifies the checksum: damaged data may unpack to other text without an error. */
async function* intact(bytes: AsyncIterable<Buffer>, checksum: number): AsyncGenerator<Buffer> {
  let sum = 0;
  for await (const chunk of bytes) {
    sum = crc32(chunk, sum);
    yield chunk;
  }
  if (sum !== checksum)
    refuseFile(message('feeds.zipDamaged', { detail: 'the archive is damaged: a checksum is wrong' }));
}
