import { inflateRawSync } from 'node:zlib';
import { decodeXML } from 'entities';

const SHEET = 'xl/worksheets/sheet1.xml';

/** The rows of a workbook that `writeXlsx` made, header included: texts as strings, numbers as numbers. */
export function readXlsx(workbook: Buffer): (string | number)[][] {
  const sheet = readZipEntry(workbook, SHEET).toString('utf8');
  return [...sheet.matchAll(/<row [^>]*>(.*?)<\/row>/gs)].map(([, row = '']) =>
    [...row.matchAll(CELL)].map(([, attributes = '', content]) => {
      // An empty text is a cell without content.
      if (content === undefined) return '';
      const text = [...content.matchAll(/<(?:t|v)(?: [^>]*)?>([^<]*)</g)].map((run) => run[1]).join('');
      return attributes.includes(' t="inlineStr"') ? decodeXML(text) : Number(text);
    }),
  );
}

const CELL = /<c( [^>]*?)(?:\/>|>(.*?)<\/c>)/gs;

/** A file in a zip archive, by name, from the directory at the archive's end. */
function readZipEntry(zip: Buffer, wanted: string): Buffer {
  // The writer adds no comment after the end record, so that record is the last 22 bytes.
  let at = zip.readUInt32LE(zip.length - 6);
  for (let left = zip.readUInt16LE(zip.length - 12); left > 0; left--) {
    const nameLength = zip.readUInt16LE(at + 28);
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength);
    if (name === wanted) {
      const header = zip.readUInt32LE(at + 42);
      const start = header + 30 + zip.readUInt16LE(header + 26) + zip.readUInt16LE(header + 28);
      return inflateRawSync(zip.subarray(start, start + zip.readUInt32LE(at + 20)));
    }
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  throw new Error(`the archive holds no ${wanted}`);
}
