import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cellValue, numberOf } from '../../../src/ingest/table/cell-value.ts';
import type { CellType } from '../../../src/ingest/table/table-fields.ts';

const plain = { to: 'field', split: null, values: null };
const readCell = (text: string, type: CellType, target: Partial<Parameters<typeof cellValue>[2]> = {}) =>
  cellValue(text, type, { ...plain, ...target }).value;

test('numbers lose separators of thousands, currency signs and blanks', () => {
  const numbers: readonly [string, number | null][] = [
    ['12000', 12000],
    ['12,000', 12000],
    ['1,234,567.5', 1234567.5],
    ['₩12,000', 12000],
    ['￦12,000', 12000],
    ['12,000원', 12000],
    ['KRW 12000', 12000],
    ['10.99 €', 10.99],
    ['10,99', 10.99],
    ['１２３', 123],
    ['2008.0', 2008],
    ['12,00,0', null],
    ['약 3만', null],
    ['1e3', null],
    ['', null],
  ];
  for (const [text, number] of numbers) assert.equal(numberOf(text), number, text);
});

test('dates keep the parts that the cell has, year first, whatever stands between', () => {
  const dates: readonly [string, string][] = [
    ['2024', '2024'],
    ['2008.0', '2008'],
    ['2024년', '2024'],
    ['2024.5.1', '2024-05-01'],
    ['2024/05', '2024-05'],
    ['2024년 5월 1일', '2024-05-01'],
    ['20240501', '20240501'],
    ['01/05/2024', '01/05/2024'],
    ['c2011', 'c2011'],
  ];
  for (const [text, date] of dates) assert.equal(readCell(text, 'date'), date, text);
});

test('a time of day without an offset is that of Korea', () => {
  assert.equal(readCell('2026-11-20 14:03', 'instant'), '2026-11-20T14:03:00+09:00');
  assert.equal(readCell('2026.11.20 9:03:11', 'instant'), '2026-11-20T09:03:11+09:00');
  assert.equal(readCell('2026-11-20T14:03:11Z', 'instant'), '2026-11-20T14:03:11Z');
  assert.equal(readCell('2026-11-20', 'instant'), '2026-11-20');
});

test('a list is split, translated, and what has no translation is left out with a warning', () => {
  const values = new Map([
    ['소설', '001001'],
    ['시*', '001002'],
  ]);
  const { value, warnings } = cellValue('소설; 시집 ;만화', 'codes', { ...plain, values });
  assert.deepEqual(value, ['001001', '001002']);
  assert.deepEqual(
    warnings.map((warning) => warning.en),
    ['"만화" is not among the values of the mapping and was left out'],
  );
});

test('statements of responsibility become names with roles', () => {
  const statements: readonly [string, unknown][] = [
    ['김영하 지음', [{ author: '김영하', authorType: '지음' }]],
    ['글: 이수지', [{ author: '이수지', authorType: '글' }]],
    ['이수지 (그림)', [{ author: '이수지', authorType: '그림' }]],
    [
      '홍길동, 성춘향 옮김',
      [
        { author: '홍길동', authorType: '옮김' },
        { author: '성춘향', authorType: '옮김' },
      ],
    ],
    [
      '매트 헤이그 지음;노진선 옮김',
      [
        { author: '매트 헤이그', authorType: '지음' },
        { author: '노진선', authorType: '옮김' },
      ],
    ],
    ['Kim, Young-ha', [{ author: 'Kim, Young-ha', authorType: '' }]],
    ['지음', [{ author: '지음', authorType: '' }]],
  ];
  for (const [text, authors] of statements) assert.deepEqual(readCell(text, 'authors'), authors, text);
});

test('a cell that cannot be read goes on as its text, so that the checks name it', () => {
  assert.equal(readCell('abc', 'number'), 'abc');
  assert.equal(readCell('maybe', 'flag'), 'maybe');
  assert.equal(readCell('  ', 'text'), undefined);
});
