import assert from 'node:assert/strict';
import { inflateRawSync } from 'node:zlib';
import { readXml, type XmlElement } from '../support/xml.ts';

/** The files of a zip archive by the headers before each. Readers of the directory are openpyxl and our own reader of workbooks. */
export function readZip(bytes: Buffer): Map<string, string> {
  const files = new Map<string, string>();
  for (let at = 0; bytes.readUInt32LE(at) === 0x04034b50; ) {
    const start = at + 30 + bytes.readUInt16LE(at + 26);
    const end = start + bytes.readUInt32LE(at + 18);
    const content = inflateRawSync(bytes.subarray(start, end));
    files.set(
      bytes.toString('ascii', at + 30, start),
      new TextDecoder('utf-8', { fatal: true }).decode(content),
    );
    at = end;
  }
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
  const allowed = unixLines.replace(/[^\t\n\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '');
  let kept = '';
  for (const character of allowed)
    if (kept.length + character.length <= 32_767) kept += character;
    else break;
  return kept;
}
