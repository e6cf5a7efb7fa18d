import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A cell as openpyxl reads it. */
export interface OpenpyxlCell {
  readonly value: string | number | null;
  /** s text, n number or empty, f formula. */
  readonly type: string;
  readonly format: string;
  readonly quoted: boolean;
}

/** A sheet as openpyxl reads it. */
export interface OpenpyxlSheet {
  readonly title: string;
  readonly freeze: string | null;
  readonly filter: string | null;
  readonly widths: Readonly<Record<string, number>>;
  readonly rows: readonly (readonly OpenpyxlCell[])[];
}

/** Prints every sheet of the workbooks named on the command line; any warning is an error. */
const READ_WORKBOOKS = `
import json, sys, openpyxl
def cell(c):
    return {"value": c.value, "type": c.data_type, "format": c.number_format, "quoted": bool(c.quotePrefix)}
def sheet(s):
    widths = {name: column.width for name, column in s.column_dimensions.items()}
    rows = [[cell(c) for c in row] for row in s.iter_rows()]
    return {"title": s.title, "freeze": s.freeze_panes, "filter": s.auto_filter.ref, "widths": widths, "rows": rows}
books = [openpyxl.load_workbook(path) for path in sys.argv[1:]]
print(json.dumps([sheet(b.worksheets[0]) for b in books]))
`;

/** The first Python that has openpyxl: Debian's own may stand behind another one. */
const python = ['python3', '/usr/bin/python3'].find(
  (program) => spawnSync(program, ['-c', 'import openpyxl']).status === 0,
);
const SOFFICE = 'soffice';
const hasLibreOffice = spawnSync(SOFFICE, ['--version']).status === 0;
const isCi = process.env.CI === 'true';

/** The reason to skip tests that need the programs, or false. Under CI they must be there: the tests fail. */
export const openpyxlMissing =
  python === undefined && !isCi && 'openpyxl is missing (apt-get install python3-openpyxl)';
export const libreOfficeMissing =
  !hasLibreOffice && !isCi && 'LibreOffice is missing (apt-get install libreoffice-calc-nogui)';

/** Opens workbooks in openpyxl. Throws when it complains. */
export function readWithOpenpyxl(folder: string, workbooks: readonly Buffer[]): OpenpyxlSheet[] {
  const paths = write(folder, 'openpyxl', workbooks);
  return JSON.parse(run(python ?? 'python3', ['-W', 'error', '-c', READ_WORKBOOKS, ...paths]));
}

const CSV = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,true,false,true';

/** Opens workbooks in LibreOffice, in one start, and saves them as CSV: texts in quotes, numbers without, as they are shown. */
export function convertWithLibreOffice(folder: string, workbooks: readonly Buffer[]): string[] {
  const paths = write(folder, 'libreoffice', workbooks);
  const output = join(folder, 'csv-files');
  const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`;
  run(SOFFICE, [profile, '--headless', '--convert-to', CSV, '--outdir', output, ...paths]);
  return workbooks.map((_, index) => readFileSync(join(output, `${index}.csv`), 'utf8'));
}

function write(folder: string, name: string, workbooks: readonly Buffer[]): string[] {
  mkdirSync(join(folder, name));
  return workbooks.map((workbook, index) => {
    const path = join(folder, name, `${index}.xlsx`);
    writeFileSync(path, workbook);
    return path;
  });
}

/** Standard output of a program that must end well and say nothing else. */
function run(program: string, args: readonly string[]): string {
  const result = spawnSync(program, args, { encoding: 'utf8', maxBuffer: 2 ** 28, timeout: 180_000 });
  const said = result.stderr?.replace(NO_JAVA, '').trim() ?? '';
  if (result.status !== 0 || said !== '') {
    throw new Error(`${program} ended with ${result.status} and said: ${said} ${result.error ?? ''}`);
  }
  return result.stdout;
}

/** LibreOffice says so of a machine without Java, whatever the file. */
const NO_JAVA = /^Warning: failed to launch javaldx.*$/m;
