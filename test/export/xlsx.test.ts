import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Table } from '../../src/export/table.ts';
import { writeXlsx } from '../../src/export/xlsx.ts';
import { readXml, type XmlElement } from '../support/xml.ts';
import { elements, readRows, readZip } from './workbook-reader.ts';

const table: Table = {
  name: 'books',
  hasHeader: true,
  columns: [
    { title: '상품명', type: 'text' },
    { title: '상품번호', type: 'integer' },
    { title: '정가', type: 'price' },
  ],
  rows: [
    ['홍길동전', 1001, 15000],
    ['', Number.MAX_SAFE_INTEGER, 0],
  ],
};

function titles(...texts: string[]): Table {
  return { ...table, columns: [{ title: '상품명', type: 'text' }], rows: texts.map((text) => [text]) };
}

function part(workbook: Buffer, name: string): XmlElement {
  return readXml(readZip(workbook).get(name) ?? '');
}

function sheetOf(workbook: Buffer): XmlElement {
  return part(workbook, 'xl/worksheets/sheet1.xml');
}

/** The pieces of its texts, of which each stands once. */
function runsOf(workbook: Buffer): XmlElement[] {
  return elements(part(workbook, 'xl/sharedStrings.xml'), 't');
}

/** The style with which each cell is shown. */
function stylesOf(workbook: Buffer): (Readonly<Record<string, string>> | undefined)[][] {
  const formats = elements(part(workbook, 'xl/styles.xml'), 'cellXfs')[0]?.children ?? [];
  return elements(sheetOf(workbook), 'row').map((row) =>
    row.children.map((cell) => formats[Number(cell.attributes.s)]?.attributes),
  );
}

test('without a header the first row is data, and nothing is frozen or filterable', () => {
  const workbook = writeXlsx({ ...table, hasHeader: false });
  assert.deepEqual(readRows(workbook)[0], ['홍길동전', 1001, 15000]);
  const sheet = sheetOf(workbook);
  assert.deepEqual([...elements(sheet, 'pane'), ...elements(sheet, 'autoFilter')], []);
  assert.deepEqual(elements(part(workbook, 'xl/workbook.xml'), 'definedName'), []);
});

test('columns are as wide as their widest cell, wide characters counted twice, up to a limit', () => {
  const width = (...texts: string[]) =>
    Number(elements(sheetOf(writeXlsx(titles(...texts))), 'col')[0]?.attributes.width);
  assert.equal(width('가'.repeat(10), 'a') - width('a'.repeat(10), 'a'), 10);
  assert.equal(width('a'.repeat(21)) - width('a'.repeat(20)), 1);
  for (const twice of ['洪', 'ン', 'Ａ', '😀', '𠀀'])
    assert.equal(width(twice.repeat(10)) - width('a'.repeat(10)), 10, twice);
  assert.equal(width('e\u0301'.repeat(20)), width('e'.repeat(20)), 'marks take no room');
  assert.equal(width('a'.repeat(500)), width('가'.repeat(40)));
  // The second has fewer characters than the first is wide.
  assert.equal(width('a'.repeat(20), '가'.repeat(15)), width('가'.repeat(15)));
  assert.equal(width('a'), width(''), 'the title of the column has room');
  const [untitled] = elements(sheetOf(writeXlsx({ ...titles('상품명'), hasHeader: false })), 'col');
  assert.equal(width('') - Number(untitled?.attributes.width), 3, 'and so has the filter arrow beside it');
  const price = (value: number) => {
    const rows = [[value]];
    const workbook = writeXlsx({ ...table, hasHeader: false, columns: [{ title: '', type: 'price' }], rows });
    return Number(elements(sheetOf(workbook), 'col')[0]?.attributes.width);
  };
  assert.equal(price(1_000_000) - price(100), '1,000,000'.length - '100'.length);
});

const FORMULA_STARTS = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠', ' =', "'", '\u00a0='];
const FORMULA_BODIES = ['1+1', "cmd|' /C calc'!A0", 'HYPERLINK("https://evil.example","x")'];
const PAYLOADS = FORMULA_STARTS.flatMap((start) => FORMULA_BODIES.map((body) => start + body));

test('a text that looks like a formula is a text cell that stays one when it is edited', () => {
  const workbook = writeXlsx(titles(...PAYLOADS));
  assert.deepEqual(elements(sheetOf(workbook), 'f'), []);
  const cells = elements(sheetOf(workbook), 'c').slice(1);
  for (const cell of cells) assert.equal(cell.attributes.t, 's');
  for (const [index, row] of stylesOf(workbook).slice(1).entries()) {
    assert.deepEqual([row[0]?.quotePrefix, row[0]?.numFmtId], ['1', '49'], PAYLOADS[index]);
  }
});

test('texts of digits are marked as such, so that Excel draws no green corner on an ISBN', () => {
  const [ignored] = elements(sheetOf(writeXlsx(table)), 'ignoredError');
  assert.deepEqual(ignored?.attributes, { sqref: 'A1:C3', numberStoredAsText: '1' });
});

test('no text holds what Excel would read as an escaped character', () => {
  const workbook = writeXlsx(titles('_x0041_', 'a_x000B_b_x000b_', '_x005F_x0041_', '_x_x0041_'));
  const runs = runsOf(workbook);
  assert.equal(runs.length, 1 + 2 + 3 + 3 + 2);
  for (const run of runs) assert.doesNotMatch(run.text, /_x[\dA-F]{4}_/i);
});

test('blanks at the ends are marked to be kept', () => {
  const runs = runsOf(writeXlsx(titles(' a', 'a ', '\ta', 'a\n', 'a b'))).slice(1);
  const space = runs.map((run) => run.attributes['xml:space']);
  assert.deepEqual(space, ['preserve', 'preserve', 'preserve', 'preserve', undefined]);
});
