import assert from 'node:assert/strict';
import { crc32, inflateRawSync } from 'node:zlib';
import { readXml, type XmlElement } from '../support/xml.ts';

/** The files of a zip archive. Fails where directory, headers and content disagree. */
export function readZip(bytes: Buffer): Map<string, string> {
  const end = bytes.length - 22;
  assert.equal(bytes.readUInt32LE(end), 0x06054b50, 'end of directory');
  const count = bytes.readUInt16LE(end + 10);
  assert.equal(bytes.readUInt16LE(end + 8), count);
  let at = bytes.readUInt32LE(end + 16);
  assert.equal(at + bytes.readUInt32LE(end + 12), end, 'the directory reaches to its end');
  const files = new Map<string, string>();
  let expectedOffset = 0;
  for (let i = 0; i < count; i++) {
    assert.equal(bytes.readUInt32LE(at), 0x02014b50, 'entry of the directory');
    const deflatedLength = bytes.readUInt32LE(at + 20);
    const nameLength = bytes.readUInt16LE(at + 28);
    const name = bytes.toString('ascii', at + 46, at + 46 + nameLength);
    const offset = bytes.readUInt32LE(at + 42);
    assert.equal(offset, expectedOffset, `${name} follows the file before it`);
    assert.equal(bytes.readUInt32LE(offset), 0x04034b50, 'header of a file');
    const header = bytes.subarray(offset + 4, offset + 30);
    assert.deepEqual(header, bytes.subarray(at + 6, at + 32), `${name}: header and directory`);
    assert.equal(bytes.toString('ascii', offset + 30, offset + 30 + nameLength), name);
    const start = offset + 30 + nameLength;
    const content = inflateRawSync(bytes.subarray(start, start + deflatedLength));
    assert.equal(content.length, bytes.readUInt32LE(at + 24), `${name}: length`);
    assert.equal(crc32(content), bytes.readUInt32LE(at + 16), `${name}: checksum`);
    files.set(name, new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(content));
    expectedOffset = start + deflatedLength;
    at += 46 + nameLength;
  }
  assert.equal(at, end, 'nothing behind the last entry');
  assert.equal(expectedOffset, bytes.readUInt32LE(end + 16), 'nothing between files and directory');
  return files;
}

/** All elements of a name, at any depth. */
export function elements(root: XmlElement, name: string): XmlElement[] {
  return root.children.flatMap((child) => [
    ...(child.name === name ? [child] : []),
    ...elements(child, name),
  ]);
}

/** The values of the first sheet, row by row: texts as strings, numbers as numbers, empty cells as null. */
export function readRows(workbook: Buffer): (string | number | null)[][] {
  const files = readZip(workbook);
  const sheet = readXml(files.get('xl/worksheets/sheet1.xml') ?? '');
  const shared = readXml(files.get('xl/sharedStrings.xml') ?? '');
  const texts = elements(shared, 'si').map((one) =>
    elements(one, 't')
      .map(({ text }) => text)
      .join(''),
  );
  return elements(sheet, 'row').map((row) => row.children.map((cell) => readCell(cell, texts)));
}

function readCell(cell: XmlElement, texts: readonly string[]): string | number | null {
  const [content] = cell.children;
  if (content === undefined) return null;
  assert.equal(content.name, 'v');
  if (cell.attributes.t === undefined) return Number(content.text);
  assert.equal(cell.attributes.t, 's');
  return texts[Number(content.text)] ?? assert.fail(`no text ${content.text}`);
}

/** The characters of a text that XML 1.0 allows and a cell has room for, line breaks as newlines. */
export function held(sample: string): string {
  const unixLines = sample.split('\r\n').join('\n').split('\r').join('\n');
  let kept = '';
  for (const character of unixLines) {
    const code = character.codePointAt(0) ?? 0;
    const isHeld =
      code >= 0x10000 ||
      (code >= 0xe000 && code <= 0xfffd) ||
      (code >= 0x20 && code <= 0xd7ff) ||
      code === 0xa ||
      code === 0x9;
    if (isHeld && kept.length + character.length > 32_767) break;
    if (isHeld) kept += character;
  }
  return kept;
}
