import { crc32, deflateRawSync } from 'node:zlib';

export interface ZipEntry {
  /** ASCII, with "/" between folders. */
  readonly name: string;
  readonly content: Buffer;
}

/**
 * A zip archive of deflated files, in the given order. Times are the format's earliest, so that equal content gives
 * equal bytes. For archives below 4 GB.
 */
export function writeZip(entries: readonly ZipEntry[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content } of entries) {
    const deflated = deflateRawSync(content);
    const file = Buffer.concat([
      uint16s(VERSION, 0, DEFLATED, 0, FIRST_DAY),
      uint32s(crc32(content), deflated.length, content.length),
      uint16s(name.length, 0),
    ]);
    const header = Buffer.concat([uint32s(LOCAL_HEADER), file, Buffer.from(name, 'ascii')]);
    parts.push(header, deflated);
    // Without a comment, on the first disk, without attributes.
    directory.push(
      uint32s(DIRECTORY_HEADER),
      uint16s(VERSION),
      file,
      uint16s(0, 0, 0, 0, 0),
      uint32s(offset),
    );
    directory.push(Buffer.from(name, 'ascii'));
    offset += header.length + deflated.length;
  }
  const listed = Buffer.concat(directory);
  const count = entries.length;
  const end = [
    uint32s(END_OF_DIRECTORY),
    uint16s(0, 0, count, count),
    uint32s(listed.length, offset),
    uint16s(0),
  ];
  return Buffer.concat([...parts, listed, ...end]);
}

const LOCAL_HEADER = 0x04034b50;
const DIRECTORY_HEADER = 0x02014b50;
const END_OF_DIRECTORY = 0x06054b50;
/** 2.0: the version that knows folders and deflate. */
const VERSION = 20;
const DEFLATED = 8;
/** 1980-01-01, the earliest day in this format. */
const FIRST_DAY = (1 << 5) | 1;

/** Numbers of two bytes, the lowest first. */
function uint16s(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2);
  for (const [at, value] of values.entries()) bytes.writeUInt16LE(value, at * 2);
  return bytes;
}

function uint32s(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [at, value] of values.entries()) bytes.writeUInt32LE(value, at * 4);
  return bytes;
}
