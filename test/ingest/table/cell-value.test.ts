import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plainTarget } from '../../../src/ingest/mapping.ts';
import type { CellType } from '../../../src/ingest/record-fields.ts';
import { cellValue } from '../../../src/ingest/table/cell-value.ts';
import { parseDateFormat } from '../../../src/ingest/table/date-text.ts';
import { numberOf } from '../../../src/ingest/table/price-text.ts';

const plain = plainTarget('field');
const readCell = (text: string, type: CellType, target: Partial<Parameters<typeof cellValue>[2]> = {}) =>
  cellValue(text, type, { ...plain, ...target }, 'KRW').value;

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
    ['1.299.000', null],
    ["12'900", null],
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
    ['01.05.2024', '2024-05-01'],
    ['24.05.01', '2024-05-01'],
    ["'98.5.1", '1998-05-01'],
    ['24년 5월 1일', '2024-05-01'],
    ['May 1, 2024', '2024-05-01'],
    ['1 sept 2024', '2024-09-01'],
    ['1-Dec-2024', '2024-12-01'],
    ['March 2024', '2024-03'],
    ['Maybe 2024', 'Maybe 2024'],
    ['45413', '2024-05-01'],
    ['45413.5', '2024-05-01'],
    ['12345', '12345'],
    ['c2011', 'c2011'],
  ];
  for (const [text, date] of dates) assert.equal(readCell(text, 'date'), date, text);
});

test('a time of day without an offset is that of Korea', () => {
  assert.equal(readCell('2026-11-20 14:03', 'instant'), '2026-11-20T14:03:00+09:00');
  assert.equal(readCell('2026.11.20 9:03:11', 'instant'), '2026-11-20T09:03:11+09:00');
  assert.equal(readCell('2026-11-20T14:03:11Z', 'instant'), '2026-11-20T14:03:11Z');
  assert.equal(readCell('2026-11-20', 'instant'), '2026-11-20');
  assert.equal(readCell('2026-11-20 오후 2:03:11', 'instant'), '2026-11-20T14:03:11+09:00');
  assert.equal(readCell('2026-11-20 12:03 AM', 'instant'), '2026-11-20T00:03:00+09:00');
  assert.equal(readCell('45413.5', 'instant'), '2024-05-01T12:00:00+09:00');
  assert.equal(readCell('1 May 2024 9:30', 'instant'), '2024-05-01T09:30:00+09:00');
});

test('a list is split, translated, and what has no translation is left out with a warning', () => {
  const values = new Map([
    ['소설', '001001'],
    ['시*', '001002'],
  ]);
  const { value, warnings } = cellValue('소설; 시집 ;만화', 'codes', { ...plain, values }, 'KRW');
  assert.deepEqual(value, ['001001', '001002']);
  const reasons = warnings.map((warning) => warning.en);
  assert.deepEqual(reasons, ['"만화" is not among the values of the mapping and was left out']);
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

test('a mapping says how dates are written; what has another form is read as far as its order is sure', () => {
  const cases: readonly [string, string, string][] = [
    ['MM/dd/yyyy', '05/01/2024', '2024-05-01'],
    ['dd/MM/yyyy', '05/01/2024', '2024-01-05'],
    ['d. M. yy', '1. 5. 24', '2024-05-01'],
    ['dd-MMM-yyyy', '01-May-2024', '2024-05-01'],
    ['MM/yyyy', '05/2024', '2024-05'],
    ['yyyy년 M월 d일', '2024년 5월 1일', '2024-05-01'],
    ['MM/dd/yyyy', '2024-05-01', '2024-05-01'],
  ];
  for (const [format, text, date] of cases)
    assert.equal(readCell(text, 'date', { date: parseDateFormat(format) }), date, `${format} ${text}`);
  const american = { date: parseDateFormat('MM/dd/yyyy HH:mm') };
  assert.equal(readCell('05/01/2024 14:03', 'instant', american), '2024-05-01T14:03:00+09:00');
  for (const format of ['', 'yyyy', 'dd.MM', 'MM/dd/dd/yyyy', 'month day year', 'YYYY-MM-dd'])
    assert.equal(parseDateFormat(format), null, format);
  const unsure = cellValue('05/01/2024', 'date', plain, 'KRW').lost?.en;
  assert.match(unsure ?? '', /which part is the day .* "date": "dd\/MM\/yyyy"/);
});

test('prices are read as people write them', () => {
  const prices: readonly [string, string, unknown][] = [
    ['\\12,000', 'KRW', 12000],
    ['￦12,000', 'KRW', 12000],
    ['12.900,00', 'KRW', 12900],
    ['12 900', 'KRW', 12900],
    ['12\u202f900 원', 'KRW', 12900],
    ['12,900원 (10%할인)', 'KRW', 12900],
    ['12,900원[품절]', 'KRW', 12900],
    ['1.29E+04', 'KRW', 12900],
    ['1.299.000', 'KRW', 1299000],
    ["12'900.-", 'KRW', 12900],
    ['12900.00', 'KRW', 12900],
    ['KRW 12,900', 'KRW', 12900],
    ['12,900 won', 'KRW', 12900],
    ['12,90 €', 'EUR', 12.9],
    ['1.299,50', 'EUR', 1299.5],
    ['$12.99', 'USD', 12.99],
    ['-100', 'KRW', -100],
    ['문의', 'KRW', '문의'],
    ['12,00,0', 'KRW', '12,00,0'],
    ['12 (권)', 'KRW', 12],
    ['(품절) 12', 'KRW', '(품절) 12'],
  ];
  for (const [text, currency, price] of prices)
    assert.deepEqual(cellValue(text, 'price', plain, currency), { value: price, warnings: [] }, text);
});

test('a fraction in a currency without one is not read, and the reason says what was probably meant', () => {
  const fractions: readonly [string, string][] = [
    ['12.900', '12900'],
    ['12.9', '12900'],
    ['₩1.5', '1500'],
    ['12149.55', '12150'],
    ['12.900,50', '12901'],
  ];
  for (const [text, likely] of fractions) {
    const { value, lost } = cellValue(text, 'price', plain, 'KRW');
    assert.equal(value, text);
    assert.equal(lost?.en, `"${text}" has a fraction, and KRW has none; did you mean ${likely}?`);
    assert.match(lost.ko, new RegExp(`${likely}을\\(를\\) 뜻하는`));
  }
});
