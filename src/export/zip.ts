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
    const nameBytes = Buffer.from(name, 'ascii');
    const deflated = deflateRawSync(content);
    const description = describe(content, deflated, nameBytes);
    parts.push(uint32(LOCAL_HEADER), description, nameBytes, deflated);
    directory.push(
      uint32(DIRECTORY_HEADER),
      uint16(VERSION),
      description,
      NOTHING_MORE,
      uint32(offset),
      nameBytes,
    );
    offset += 4 + description.length + nameBytes.length + deflated.length;
  }
  const directoryBytes = Buffer.concat(directory);
  return Buffer.concat([
    ...parts,
    directoryBytes,
    endOfDirectory(entries.length, directoryBytes.length, offset),
  ]);
}

const LOCAL_HEADER = 0x04034b50;
const DIRECTORY_HEADER = 0x02014b50;
const END_OF_DIRECTORY = 0x06054b50;
/** 2.0: the version that knows folders and deflate. */
const VERSION = 20;
const DEFLATED = 8;
/** 1980-01-01, the earliest day in this format. */
const FIRST_DAY = (1 << 5) | 1;

/** Comment length, disk, internal and external attributes of a directory entry. */
const NOTHING_MORE = Buffer.alloc(10);

/** The 26 bytes that a file's header and its directory entry share. */
function describe(content: Buffer, deflated: Buffer, name: Buffer): Buffer {
  const bytes = Buffer.alloc(26);
  bytes.writeUInt16LE(VERSION, 0);
  bytes.writeUInt16LE(DEFLATED, 4);
  bytes.writeUInt16LE(FIRST_DAY, 8);
  bytes.writeUInt32LE(crc32(content), 10);
  bytes.writeUInt32LE(deflated.length, 14);
  bytes.writeUInt32LE(content.length, 18);
  bytes.writeUInt16LE(name.length, 22);
  return bytes;
}

function endOfDirectory(entryCount: number, directoryBytes: number, directoryOffset: number): Buffer {
  const bytes = Buffer.alloc(22);
  bytes.writeUInt32LE(END_OF_DIRECTORY, 0);
  bytes.writeUInt16LE(entryCount, 8);
  bytes.writeUInt16LE(entryCount, 10);
  bytes.writeUInt32LE(directoryBytes, 12);
  bytes.writeUInt32LE(directoryOffset, 16);
  return bytes;
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
