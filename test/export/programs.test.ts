import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Table } from '../../src/export/table.ts';
import { writeXlsx } from '../../src/export/xlsx.ts';
import { fc } from '../support/properties.ts';
import { tempDir } from '../support/temp-dir.ts';
import {
  convertWithLibreOffice,
  libreOfficeMissing,
  openpyxlMissing,
  readWithOpenpyxl,
} from './spreadsheet-programs.ts';
import { held } from './workbook-reader.ts';

const TYPES = 'text text integer text text price price text text text'.split(' ') as ('text' | 'price')[];

/** A list as the exports answer it. */
const list: Table = {
  name: 'bestseller_monthly',
  hasHeader: true,
  columns: TYPES.map((type, index) => ({ title: `제목 ${index}`, type })),
  rows: Array.from({ length: 100 }, (_, index) => [
    String(index + 1),
    String(9_791_199_900_000 + index),
    9_007_199_254_740_000 + index,
    `=${index}+1 홍길동전 <&">`,
    '허균, 김옮김',
    15_000 + index,
    1_013_500 + index,
    '서가출판',
    '2024-05-01',
    '국내도서-소설',
  ]),
};

const unit = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 6 }),
  fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)),
  fc.constantFrom(...'=-@\t\n \'"<가😀', '+1', '\r\n', '&amp;', ']]>', '_x0041_'),
);
const text = fc.array(unit, { maxLength: 12 }).map((units) => units.join(''));
const samples = [
  ...fc.sample(text, { numRuns: 800 }),
  ...['=1+1', '+1', '-1', '@SUM(1)', '\t=1', '\r=1', '\n=1', ' =1'],
  ...['_x000B_', 'a_x0041_b', "'", '1/2', 'TRUE', '#N/A'],
  ...['가'.repeat(32_768), `${'a'.repeat(32_766)}😀`, `\u0000${'a'.repeat(32_765)}😀b`],
  ...['\ud83d\u0000\ude00', 'a\r\nb\rc\n\rd', 'd\u007fe\u2028f'],
  '나'.repeat(40_000),
];
const hostile: Table = {
  name: 'hostile',
  hasHeader: false,
  columns: [
    { title: '', type: 'integer' },
    { title: '', type: 'text' },
  ],
  rows: samples.map((sample, index) => [index, sample]),
};

test('openpyxl opens a list without warning: same values, types and formats', {
  skip: openpyxlMissing,
}, (t) => {
  const [sheet] = readWithOpenpyxl(tempDir(t), [writeXlsx(list)]);
  assert.deepEqual([sheet?.title, sheet?.freeze, sheet?.filter], ['bestseller_monthly', 'A2', 'A1:J101']);
  const [header, ...rows] = sheet?.rows ?? [];
  assert.deepEqual(
    header?.map((cell) => cell.value),
    list.columns.map((column) => column.title),
  );
  assert.deepEqual(
    rows.map((row) => row.map((cell) => cell.value)),
    list.rows,
  );
  const formats = { text: ['s', '@'], integer: ['n', '0'], price: ['n', '#,##0'] };
  const expected = list.columns.map((column) => formats[column.type]);
  for (const row of rows) {
    assert.deepEqual(
      row.map((cell) => [cell.type, cell.format]),
      expected,
    );
    assert.deepEqual(
      row.map((cell) => cell.quoted),
      list.columns.map((_, index) => index === 3),
    );
  }
  assert.ok(Object.values(sheet?.widths ?? {}).every((width) => width > 5 && width < 70));
});

test('openpyxl shows any text as it was given, always as text', { skip: openpyxlMissing }, (t) => {
  const [sheet] = readWithOpenpyxl(tempDir(t), [writeXlsx(hostile)]);
  assert.equal(sheet?.rows.length, samples.length);
  for (const [index, [, cell]] of (sheet?.rows ?? []).entries()) {
    const expected = held(samples[index] ?? '');
    const message = JSON.stringify(samples[index]?.slice(0, 200));
    assert.equal(cell?.value ?? '', expected, message);
    assert.equal(cell?.type, expected === '' ? 'n' : 's', message);
  }
});

test('LibreOffice shows the same cells, texts as text and numbers as numbers', {
  skip: libreOfficeMissing,
}, (t) => {
  const [listCsv = '', hostileCsv = ''] = convertWithLibreOffice(tempDir(t), [
    writeXlsx({ ...list, hasHeader: false }),
    writeXlsx(hostile),
  ]);
  const expected = list.rows.map((row) =>
    row.map((cell, index) => {
      if (typeof cell === 'string') return { value: cell, quoted: true };
      const isPrice = list.columns[index]?.type === 'price';
      // A number with a comma in it has to be quoted too.
      return isPrice
        ? { value: cell.toLocaleString('en'), quoted: true }
        : { value: String(cell), quoted: false };
    }),
  );
  assert.deepEqual(readCsv(listCsv), expected);
  const cells = readCsv(hostileCsv);
  assert.equal(cells.length, samples.length);
  for (const [index, row] of cells.entries()) {
    const value = held(samples[index] ?? '');
    const message = JSON.stringify(samples[index]?.slice(0, 200));
    assert.deepEqual(
      row,
      [
        { value: String(index), quoted: false },
        { value, quoted: value !== '' },
      ],
      message,
    );
  }
});

interface CsvField {
  readonly value: string;
  readonly quoted: boolean;
}

function readCsv(csv: string): CsvField[][] {
  const rows: CsvField[][] = [];
  let row: CsvField[] = [];
  for (const [, quoted, plain, end] of csv.matchAll(/(?:"((?:[^"]|"")*)"|([^",\n]*))(,|\n)/gy)) {
    row.push({ value: quoted?.replaceAll('""', '"') ?? plain ?? '', quoted: quoted !== undefined });
    if (end === ',') continue;
    rows.push(row);
    row = [];
  }
  return rows;
}
