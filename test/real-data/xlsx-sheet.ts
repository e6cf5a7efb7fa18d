import { inflateRawSync } from 'node:zlib';

/** The cells of the first sheet of an .xlsx file as text, row by row; empty cells are empty texts. */
export function readFirstSheet(xlsx: Buffer): string[][] {
  const shared = [...readEntry(xlsx, 'xl/sharedStrings.xml').matchAll(/<si>([\s\S]*?)<\/si>/g)].map(
    ([, si = '']) => [...si.matchAll(/<t[^>]*>([^<]*)<\/t>/g)].map(([, text]) => text).join(''),
  );
  const sheet = readEntry(xlsx, 'xl/worksheets/sheet1.xml');
  return [...sheet.matchAll(/<row [^>]*>([\s\S]*?)<\/row>/g)].map(([, row = '']) => {
    const cells: string[] = [];
    for (const [, column = 'A', attributes = '', content = ''] of row.matchAll(CELL)) {
      const value = /<v>([^<]*)<\/v>/.exec(content)?.[1] ?? '';
      cells[column.charCodeAt(0) - 'A'.charCodeAt(0)] = attributes.includes('t="s"')
        ? (shared[Number(value)] ?? '')
        : value;
    }
    return Array.from(cells, (cell) => cell ?? '');
  });
}

/** A cell of one of the first 26 columns, empty or not. */
const CELL = /<c r="([A-Z])\d+"([^>]*?)(?:\/>|>([\s\S]*?)<\/c>)/g;

const END_OF_DIRECTORY = 0x06054b50;
const DIRECTORY_ENTRY = 0x02014b50;

/** The text of a file within a zip archive, found by the directory at the archive's end. */
function readEntry(zip: Buffer, name: string): string {
  const end = zip.lastIndexOf(Buffer.from(Uint32Array.of(END_OF_DIRECTORY).buffer));
  const count = zip.readUInt16LE(end + 10);
  let at = zip.readUInt32LE(end + 16);
  for (let entry = 0; entry < count; entry++) {
    if (zip.readUInt32LE(at) !== DIRECTORY_ENTRY) throw new Error('damaged zip directory');
    const nameLength = zip.readUInt16LE(at + 28);
    const tailLength = zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
    if (zip.toString('utf8', at + 46, at + 46 + nameLength) === name) {
      const packedLength = zip.readUInt32LE(at + 20);
      const header = zip.readUInt32LE(at + 42);
      const start = header + 30 + zip.readUInt16LE(header + 26) + zip.readUInt16LE(header + 28);
      const packed = zip.subarray(start, start + packedLength);
      // Method 0 is stored as it is, 8 is deflate.
      return (zip.readUInt16LE(at + 10) === 0 ? packed : inflateRawSync(packed)).toString('utf8');
    }
    at += 46 + nameLength + tailLength;
  }
  throw new Error(`no ${name} in the archive`);
}
