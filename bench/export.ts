import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Column, Table } from '../src/export/table.ts';
import { writeXlsx } from '../src/export/xlsx.ts';

/**
 * CPU of one workbook. Reference in the same run: the parts of the very same workbook, ready as bytes, deflated and
 * summed by node:zlib, which no writer can do without.
 *
 * Usage: node bench/export.ts [rounds]
 */
const rounds = Number(process.argv[2] ?? 15);

const WORDS = '서가 바람 별빛 홍길동전 구운몽 이야기 오래된 정원 여름 바다 the night of 1984 & <노래>'.split(
  ' ',
);

const subjects = [
  { title: 'list 100 x 10', table: listTable(100), calls: 200 },
  { title: 'categories 3,000 x 4', table: categoryTable(3000), calls: 10 },
];

console.log(`CPU ms a workbook, median of ${rounds} interleaved rounds`);
console.log('workbook               writer  reference  ratio    bytes');
for (const { title, table, calls } of subjects) {
  const workbook = writeXlsx(table);
  const parts = contentsOf(workbook);
  const writer: number[] = [];
  const reference: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    const pair = [
      cpuMs(calls, () => writeXlsx(table).length),
      cpuMs(calls, () => parts.reduce((sum, part) => sum + crc32(part) + deflateRawSync(part).length, 0)),
    ] as const;
    // The first round only warms up.
    if (round === 0) continue;
    writer.push(pair[0]);
    reference.push(pair[1]);
  }
  const [ours, bare] = [median(writer), median(reference)];
  const figures = [ours.toFixed(2), bare.toFixed(2), (ours / bare).toFixed(2), String(workbook.length)];
  const widths = [8, 10, 6, 8];
  console.log(title.padEnd(20), figures.map((figure, i) => figure.padStart(widths[i] ?? 0)).join(' '));
}

/** Deterministic text of some words. */
function words(index: number, count: number): string {
  return Array.from({ length: count }, (_, i) => WORDS[(index * 7 + i * i * 3 + i) % WORDS.length]).join(' ');
}

/** A list as the exports answer it. */
function listTable(rowCount: number): Table {
  const types: Column['type'][] = [
    'text',
    'text',
    'integer',
    'text',
    'text',
    'price',
    'price',
    'text',
    'text',
    'text',
  ];
  const rows = Array.from({ length: rowCount }, (_, i) => [
    String(i + 1),
    String(9_791_199_900_000 + i * 37),
    1_000_000 + i * 13,
    words(i, 5),
    words(i + 1, 2),
    15_000 + (i % 40) * 500,
    13_500 + (i % 40) * 450,
    words(i, 1),
    `20${String(10 + (i % 16))}-0${String(1 + (i % 9))}-15`,
    '국내도서-소설',
  ]);
  return {
    name: 'list',
    hasHeader: true,
    columns: types.map((type, i) => ({ title: `열 ${i}`, type })),
    rows,
  };
}

function categoryTable(rowCount: number): Table {
  const rows = Array.from({ length: rowCount }, (_, i) => [
    String(1_000_000 + i),
    words(i, 2),
    `국내도서 > ${words(i >> 5, 2)} > ${words(i, 2)}`,
    `https://books.example/categories/${1_000_000 + i}`,
  ]);
  const columns = ['ID', '이름', '경로', 'URL'].map((title) => ({ title, type: 'text' as const }));
  return { name: 'categories', hasHeader: true, columns, rows };
}

/** The inflated files of a workbook. */
function contentsOf(workbook: Buffer): Buffer[] {
  const contents: Buffer[] = [];
  for (let at = 0; workbook.readUInt32LE(at) === 0x04034b50; ) {
    const start = at + 30 + workbook.readUInt16LE(at + 26);
    const end = start + workbook.readUInt32LE(at + 18);
    contents.push(inflateRawSync(workbook.subarray(start, end)));
    at = end;
  }
  return contents;
}

function cpuMs(calls: number, work: () => number): number {
  const before = process.cpuUsage();
  let sum = 0;
  for (let call = 0; call < calls; call++) sum += work();
  const { user, system } = process.cpuUsage(before);
  if (sum === 0) throw new Error('nothing was written');
  return (user + system) / 1000 / calls;
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
