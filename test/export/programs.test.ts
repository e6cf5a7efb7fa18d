import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Table } from '../../src/export/table.ts';
import { writeXlsx } from '../../src/export/xlsx.ts';
import { fc } from '../support/properties.ts';
import { type Cleanup, tempDir } from '../support/temp-dir.ts';
import { held } from './workbook-reader.ts';

const isCi = process.env.CI === 'true';
const SOFFICE = 'soffice';
/** The first Python that has openpyxl: Debian's own may stand behind another one. */
const python = ['python3', '/usr/bin/python3'].find(
  (program) => spawnSync(program, ['-c', 'import openpyxl']).status === 0,
);
// Under CI the programs must be there: the tests fail.
const openpyxlMissing =
  python === undefined && !isCi && 'openpyxl is missing (apt-get install python3-openpyxl)';
const libreOfficeMissing =
  spawnSync(SOFFICE, ['--version']).status !== 0 &&
  !isCi &&
  'LibreOffice is missing (apt-get install libreoffice-calc-nogui)';

/** Prints the sheet of the workbook named on the command line; any warning is an error. */
const READ_WORKBOOK = `
import json, sys, openpyxl
s = openpyxl.load_workbook(sys.argv[1]).worksheets[0]
rows = [[[c.value, c.data_type, c.number_format, bool(c.quotePrefix)] for c in row] for row in s.iter_rows()]
widths = [column.width for column in s.column_dimensions.values()]
print(json.dumps({"facts": [s.title, s.freeze_panes, s.auto_filter.ref], "widths": widths, "rows": rows}))
`;

/** A sheet as openpyxl reads it. Of the types of cells, s is text, and n a number or empty. */
interface Sheet {
  /** Its title, the first cell that isn't frozen, and the range of the filter. */
  readonly facts: readonly (string | null)[];
  readonly widths: readonly number[];
  readonly rows: readonly (readonly [value: unknown, type: string, format: string, quoted: boolean][])[];
}

/** Opens a table's workbook in openpyxl. Throws when it complains. */
function readWithOpenpyxl(t: Cleanup, table: Table): Sheet {
  const path = join(tempDir(t), 'table.xlsx');
  writeFileSync(path, writeXlsx(table));
  return JSON.parse(run(python ?? 'python3', ['-W', 'error', '-c', READ_WORKBOOK, path]));
}

const CSV = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,true,false,true';

/** Opens tables' workbooks in LibreOffice, in one start, and saves them as CSV: texts in quotes, numbers without, as they are shown. */
function convertWithLibreOffice(t: Cleanup, ...tables: readonly Table[]): string[] {
  const folder = tempDir(t);
  for (const table of tables) writeFileSync(join(folder, `${table.name}.xlsx`), writeXlsx(table));
  const paths = tables.map(({ name }) => join(folder, `${name}.xlsx`));
  const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`;
  run(SOFFICE, [profile, '--headless', '--convert-to', CSV, '--outdir', folder, ...paths]);
  return paths.map((path) => readFileSync(path.replace(/xlsx$/, 'csv'), 'utf8'));
}

/** Standard output of a program that must end well and say nothing else. */
function run(program: string, args: readonly string[]): string {
  const result = spawnSync(program, args, { encoding: 'utf8', maxBuffer: 2 ** 28, timeout: 180_000 });
  // LibreOffice says so of a machine without Java, whatever the file.
  const said = result.stderr?.replace(/^Warning: failed to launch javaldx.*$/m, '').trim() ?? '';
  assert.deepEqual([result.status, said], [0, ''], `${program} ${result.error ?? ''}`);
  return result.stdout;
}

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
  const { facts, widths, rows } = readWithOpenpyxl(t, list);
  assert.deepEqual(facts, ['bestseller_monthly', 'A2', 'A1:J101']);
  const [header = [], ...cells] = rows;
  assert.deepEqual(
    header.map(([value]) => value),
    list.columns.map((column) => column.title),
  );
  const formats = { text: ['s', '@'], integer: ['n', '0'], price: ['n', '#,##0'] };
  assert.deepEqual(
    cells,
    list.rows.map((row) =>
      row.map((value, at) => [value, ...formats[list.columns[at]?.type ?? 'text'], at === 3]),
    ),
  );
  assert.ok(widths.every((width) => width > 5 && width < 70));
});

test('openpyxl shows any text as it was given, always as text', { skip: openpyxlMissing }, (t) => {
  const { rows } = readWithOpenpyxl(t, hostile);
  assert.equal(rows.length, samples.length);
  for (const [at, [, cell]] of rows.entries()) {
    const expected = held(samples[at] ?? '');
    const read = [cell?.[0] ?? '', cell?.[1]];
    assert.deepEqual(
      read,
      [expected, expected === '' ? 'n' : 's'],
      JSON.stringify(samples[at]?.slice(0, 200)),
    );
  }
});

test('LibreOffice shows the same cells, texts as text and numbers as numbers', {
  skip: libreOfficeMissing,
}, (t) => {
  const [listCsv, hostileCsv] = convertWithLibreOffice(t, { ...list, hasHeader: false }, hostile);
  const quoted = (text: string) => (text === '' ? '' : `"${text.replaceAll('"', '""')}"`);
  const shown = (cell: string | number, at: number) => {
    if (typeof cell === 'string') return quoted(cell);
    // A number with a comma in it has to be quoted too.
    return list.columns[at]?.type === 'price' ? quoted(cell.toLocaleString('en')) : String(cell);
  };
  assert.equal(listCsv, list.rows.map((row) => `${row.map(shown).join()}\n`).join(''));
  const lines = samples.map((sample, at) => `${at},${quoted(held(sample))}\n`);
  assert.equal(hostileCsv, lines.join(''));
});
