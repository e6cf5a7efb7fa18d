import { crc32, deflateRawSync } from 'node:zlib';

/** A zip archive below 4 GB of files by ASCII path. Equal content gives equal bytes. */
export function writeZip(files: Readonly<Record<string, string>>): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, text] of Object.entries(files)) {
    const content = Buffer.from(text);
    const deflated = deflateRawSync(content);
    const file = Buffer.concat([
      littleEndian(2, VERSION, 0, DEFLATED, 0, FIRST_DAY),
      littleEndian(4, crc32(content), deflated.length, content.length),
      littleEndian(2, name.length, 0),
    ]);
    const header = Buffer.concat([littleEndian(4, LOCAL_HEADER), file, Buffer.from(name)]);
    parts.push(header, deflated);
    directory.push(littleEndian(4, DIRECTORY_HEADER), littleEndian(2, VERSION), file);
    // The zeros are the length of a comment, the disk number and the attributes.
    directory.push(littleEndian(2, 0, 0, 0, 0, 0), littleEndian(4, offset), Buffer.from(name));
    offset += header.length + deflated.length;
  }
  const listed = Buffer.concat(directory);
  const count = parts.length / 2;
  const end = [littleEndian(4, END_OF_DIRECTORY), littleEndian(2, 0, 0, count, count)];
  return Buffer.concat([
    ...parts,
    listed,
    ...end,
    littleEndian(4, listed.length, offset),
    littleEndian(2, 0),
  ]);
}

const LOCAL_HEADER = 0x04034b50;
const DIRECTORY_HEADER = 0x02014b50;
const END_OF_DIRECTORY = 0x06054b50;
const VERSION = 20;
const DEFLATED = 8;
/** 1980-01-01, the earliest day in this format. */
const FIRST_DAY = (1 << 5) | 1;

function littleEndian(bytes: 2 | 4, ...values: readonly number[]): Buffer {
  const written = Buffer.alloc(values.length * bytes);
  for (const [at, value] of values.entries()) written.writeUIntLE(value, at * bytes, bytes);
  return written;
}
