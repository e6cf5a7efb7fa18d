/**
 * How much of the files of the Pollock benchmark (HPI-Information-Systems/Pollock, VLDB 2023) our reader gets right by itself: 2,290 CSV
 * files, each polluted in one way, and what each should be read as. Precision, recall and F1 of the header, the records and the cells,
 * and whether a file can be read at all, are up to 10 points a file; the weighted score counts a file as often as its pollution is
 * met in the wild. Cells of headers and records are compared as numbers where they are such, and in any case.
 *
 * node bench/pollock.ts FOLDER, a copy of that repository. Its files have no licence: keep them out of this one.
 */
import { createReadStream, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openCsv } from '../src/ingest/table/csv-rows.ts';
import { recogniseColumns } from '../src/ingest/table/recognise-columns.ts';

type Rows = readonly (readonly string[])[];
type Scores = readonly number[];

const LOST_SHOWN = 12;
const SURE = [1, 1, 1];

const [folder] = process.argv.slice(2);
if (folder === undefined)
  throw new Error('node bench/pollock.ts FOLDER, a copy of HPI-Information-Systems/Pollock');
const files = join(folder, 'polluted_files');
const weights: Readonly<Record<string, number>> = JSON.parse(
  readFileSync(join(folder, 'pollock_weights.json'), 'utf8'),
);

const results: { readonly file: string; readonly weight: number; readonly points: number }[] = [];
for (const file of readdirSync(join(files, 'csv'))) {
  const right = await rowsOf(join(files, 'clean', file), ',');
  const read = await rowsOf(join(files, 'csv', file), null).catch(() => null);
  const scores = read === null ? [] : [1, ...compare(right, read.slice(recogniseColumns(read).header.at))];
  results.push({ file, weight: weights[file] ?? 0, points: sum(scores) });
}
const all = sum(results.map(({ weight }) => weight));
console.log(`simple   ${(sum(results.map(({ points }) => points)) / results.length).toFixed(3)} of 10`);
console.log(`weighted ${(sum(results.map(({ points, weight }) => points * weight)) / all).toFixed(3)} of 10`);
const kinds = Map.groupBy(results, ({ file }) => file.replaceAll(/\d+/g, 'N'));
const lost = [...kinds].map(([kind, ones]) => {
  const lost = sum(ones.map(({ points, weight }) => (10 - points) * weight)) / all;
  return { kind, count: ones.length, lost };
});
for (const one of lost.toSorted((a, b) => b.lost - a.lost).slice(0, LOST_SHOWN))
  console.log(`${one.lost.toFixed(4)} lost by ${one.kind} (${one.count})`);

async function rowsOf(path: string, delimiter: string | null): Promise<Rows> {
  const { rows } = await openCsv(createReadStream(path), { encoding: null, delimiter });
  return (await Array.fromAsync(rows)).flatMap((block) => block.rows);
}

function compare(right: Rows, read: Rows): Scores {
  if (right.length === 0) return [...SURE, ...SURE, ...SURE];
  const [names = [], ...records] = right.map((cells) => cells.map(plain));
  const [readNames = [], ...readRecords] = read.map((cells) => cells.map(plain));
  return [
    ...measure(names, readNames),
    ...measure(records.map(joined), readRecords.map(joined)),
    ...measure(right.flat(), read.flat()),
  ];
}

function joined(cells: readonly string[]): string {
  return cells.join('');
}

function plain(cell: string): string {
  return /^\s*[-+]?\d+(?:\.\d+)?\s*$/.test(cell) ? String(Number(cell)) : cell.toLowerCase();
}

function measure(right: readonly string[], read: readonly string[]): Scores {
  if (right.length === 0) return SURE;
  const left = new Map<string, number>();
  for (const one of right) left.set(one, (left.get(one) ?? 0) + 1);
  const both = read.filter((one) => {
    const count = left.get(one) ?? 0;
    left.set(one, count - 1);
    return count > 0;
  }).length;
  if (both === 0) return [0, 0, 0];
  const [precision, recall] = [both / right.length, both / read.length];
  return [precision, recall, (2 * precision * recall) / (precision + recall)];
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
