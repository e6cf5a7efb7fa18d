import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { it } from 'node:test';
import { openCsv } from '../../../src/ingest/table/csv-rows.ts';

const ROWS = [
  ['번호', '제목', '값'],
  ['1', '가, 나', '10'],
  ['2', '다', '20'],
  ['3', '라', '30'],
];
const plain = (rows: readonly (readonly string[])[], delimiter: string, end = '\n') =>
  rows.map((cells) => cells.join(delimiter) + end).join('');
const quoted = (quote: string, before = '') =>
  plain(
    ROWS.map((cells) => cells.map((cell) => `${before}${quote}${cell}${quote}`)),
    ',',
  );
const others = ROWS.toSpliced(1, 1);
const row = (cells: string) => `${plain(others, ',')}${cells}\n${plain(others.slice(1), ',')}`;

const LONG = plain([ROWS[0] ?? [], ...Array.from({ length: 20 }, (_, at) => [`${at}`, '가', '150'])], ',');

/** What a text is, the text, and its rows or the numbers of those that are named. */
const FILES: readonly (readonly [string, string, typeof ROWS | readonly number[]])[] = [
  ...[';', '\t', '|', '^', '~', '\u001f', '§'].map(
    (one) => [`${one} as delimiter`, plain(ROWS, one), ROWS] as const,
  ),
  ['blanks that are none', '제목\n책 하나\n책 둘\n', [['제목'], ['책 하나'], ['책 둘']]],
  ['a title with commas above', `재고, 11월, 전부\n${plain(ROWS, ';')}`, [['재고, 11월, 전부'], ...ROWS]],
  ['blanks before quotes', quoted('"', ' '), ROWS],
  ['apostrophes as quotes', quoted("'"), ROWS],
  ['three line ends', '번호,제목,값\r2,다,20\n3,라,30\r\n', others],
  ['the mark of DOS', '번호,제목,값\n2,다,20\n3,라,30\n\u001a', others],
  ['zeros', '번호,제\0목,값\n2,다\0\0,20\n3,라,30\n\0\0', others],
  [
    'backslashes',
    row('9,"그는 \\"네\\", 했다",1'),
    [...others, ['9', '그는 "네", 했다', '1'], ...others.slice(1)],
  ],
  [
    'quotes in tabs',
    plain(
      [
        ['a', 'b', 'c'],
        ['1', '"가" 나', '2'],
        ['3', '"다', '4'],
      ],
      '\t',
    ),
    [
      ['a', 'b', 'c'],
      ['1', '"가" 나', '2'],
      ['3', '"다', '4'],
    ],
  ],
  ['a quote that never closes', row('9,"아,1'), [4]],
  ['a cell that holds rows', row('9,"아,1\n8,자,2\n7,차",3'), [4, 6]],
  ['a cell too many', row('9,아,차,1'), [4]],
  ['a cell too few', row('9,아'), [4]],
  ['a last cell cut without a line end', `${LONG}21,가,15`, [22]],
  ['a last cell without a line end, whole', `${LONG}21,가,150`, []],
];

for (const [what, text, expected] of FILES)
  it(`${what}: every row is read, odd ones are named`, async () => {
    const { rows } = await openCsv(Readable.from([Buffer.from(text)]), { encoding: null, delimiter: null });
    const blocks = await Array.fromAsync(rows);
    const named = blocks.flatMap(({ faults }) => [...faults.keys()]);
    if (typeof expected[0] !== 'object') assert.deepEqual(named, expected);
    else
      assert.deepEqual(
        blocks.flatMap((block) => block.rows),
        expected,
      );
  });

it('a title above the table, empty lines and odd rows cost next to nothing', async () => {
  const table = plain(
    [...ROWS, ...Array.from({ length: 100_000 }, (_, at) => [String(at), '가', '10'])],
    ',',
  );
  const cpuOf = async (text: string) => {
    const before = process.cpuUsage();
    const options = { encoding: null, delimiter: null };
    for await (const _block of (await openCsv(Readable.from([Buffer.from(text)]), options)).rows);
    const { user, system } = process.cpuUsage(before);
    return user + system;
  };
  const least = async (text: string) => Math.min(await cpuOf(text), await cpuOf(text), await cpuOf(text));
  const base = await least(table);
  assert.ok((await least(`재고 목록\n\n${table}`)) < 2 * base);
  assert.ok((await least(`${table}${'\n'.repeat(100_000)}`)) < 2 * base);
});

it('rows are handed on before many long ones are together', async () => {
  const cell = 'a'.repeat(2 ** 20);
  const csv = Array.from({ length: 16 }, () => `${cell},${cell}\n`).join('');
  const rowCounts: number[] = [];
  const { rows: blocks } = await openCsv(Readable.from([Buffer.from(csv)]), {
    encoding: null,
    delimiter: null,
  });
  for await (const { rows } of blocks) rowCounts.push(rows.length);
  assert.deepEqual(rowCounts, Array(8).fill(2));
});
