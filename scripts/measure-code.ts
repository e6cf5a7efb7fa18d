// node scripts/run.mjs scripts/measure-code.ts [FOLDER] - prints how large the code is and how it is made, as the table in
// docs/benchmarks.md. FOLDER is another checkout to compare with, such as an older commit. Counts every line of a file
// and of a function, from its first to its last, comments and blank lines included.
import { resolve } from 'node:path';
import { type Measured, measureCode } from './measured-code.ts';

const FILE_MAX = 300;
const FUNCTION_MAX = 70;

const root = resolve(process.argv[2] ?? '.');
const parts = ['src', 'bin', 'web/src', 'demo', 'test'].map((folder) => ({
  folder,
  files: measureFolder(folder),
}));
const own = parts.filter(({ folder }) => folder !== 'test');

print([
  [
    'part',
    'files',
    'lines',
    'file p50 / p95 / max',
    'functions',
    'function p50 / p95 / max',
    `> ${FUNCTION_MAX}`,
  ],
  ...parts.map(({ folder, files }) => {
    const functions = files.flatMap((one) => one.functions.map(({ lines }) => lines));
    return [
      folder,
      files.length,
      sum(files.map(({ lines }) => lines)),
      spread(files.map(({ lines }) => lines)),
      functions.length,
      spread(functions),
      functions.filter((lines) => lines > FUNCTION_MAX).length,
    ];
  }),
]);
print([
  ['part', 'casts', 'a 1,000 lines', 'any, !, suppressions', 'lines of comments'],
  ...parts.map(({ folder, files }) => {
    const lines = sum(files.map((one) => one.lines));
    const casts = sum(files.map((one) => one.casts.length));
    const comments = sum(files.map((one) => one.commentLines));
    return [
      folder,
      casts,
      ((casts / lines) * 1000).toFixed(2),
      sum(files.map((one) => one.escapes)),
      `${((comments / lines) * 100).toFixed(0)} %`,
    ];
  }),
]);
const all = own.flatMap(({ files }) => files);
console.log(`Circles of imports, types included: ${countCircles(all)}`);
const tests = sum(measureFolder('test').map(({ lines }) => lines));
console.log(`Lines of tests a line of code: ${(tests / sum(all.map(({ lines }) => lines))).toFixed(2)}\n`);
for (const { file, lines, functions, casts } of all) {
  if (lines > FILE_MAX) console.log(`${file}: ${lines} lines`);
  for (const { line, lines: length } of functions)
    if (length > FUNCTION_MAX) console.log(`${file}:${line}: a function of ${length} lines`);
  for (const line of casts) console.log(`${file}:${line}: a cast`);
}

function measureFolder(folder: string): readonly Measured[] {
  return measureCode(root, `${folder}/**/*.{ts,tsx}`);
}

/** How many imports close a circle, found by following them depth first. */
function countCircles(files: readonly Measured[]): number {
  const graph = new Map(files.map(({ file, imports }) => [file, imports]));
  const path = new Set<string>();
  const done = new Set<string>();
  let circles = 0;
  const follow = (file: string): void => {
    path.add(file);
    for (const target of graph.get(file) ?? []) {
      if (path.has(target)) circles += 1;
      else if (!done.has(target)) follow(target);
    }
    path.delete(file);
    done.add(file);
  };
  for (const file of graph.keys()) if (!done.has(file)) follow(file);
  return circles;
}

function spread(numbers: readonly number[]): string {
  const sorted = numbers.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
  return `${at(0.5)} / ${at(0.95)} / ${at(1)}`;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}

function print(rows: readonly (readonly (string | number)[])[]): void {
  const [head = [], ...body] = rows;
  for (const row of [head, head.map(() => '---'), ...body]) console.log(`| ${row.join(' | ')} |`);
  console.log();
}
