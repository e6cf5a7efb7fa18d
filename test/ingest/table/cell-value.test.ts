import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CellType } from '../../../src/ingest/record-fields.ts';
import { type CellReading, cellValue, undress } from '../../../src/ingest/table/cell-value.ts';
import { parseDateFormat } from '../../../src/ingest/table/date-text.ts';
import { message } from '../../../src/messages/messages.ts';

const readCell = (text: string, type: CellType, reading: Partial<CellReading> = {}, currency = 'KRW') =>
  cellValue(undress(text.trim(), type), type, { date: null, ...reading }, currency);
/** What cells of a type become, as JSON. Whatever can't be read goes on as its text. */
const CELLS: readonly (readonly [what: string, type: CellType, cells: string])[] = [
  [
    'numbers lose commas of thousands, signs of money and blanks; with points they may be codes',
    'number',
    `12000 → 12000 | 12,000 → 12000 | 1,234,567.5 → 1234567.5 | ₩12,000 → 12000 | ￦12,000 → 12000 | 12,000원 → 12000
    KRW 12000 → 12000 | 10.99 € → 10.99 | 10,99 → 10.99 | １２３ → 123 | 2008.0 → 2008 | 2권 → 2 | 320 p. → 320 | 12,00,0 → "12,00,0"
    약 3만 → "약 3만" | 1e3 → "1e3" | 1.299.000 → "1.299.000" | 12'900 → "12'900" | abc → "abc"`,
  ],
  [
    'prices are read as people write them',
    'price',
    `\\12,000 → 12000 | ￦12,000 → 12000 | 12.900,00 → 12900 | 12 900 → 12900 | 12\u202f900 원 → 12900 | 1.29E+04 → 12900
    12,900원 (10%할인) → 12900 | 12,900원[품절] → 12900 | 1.299.000 → 1299000 | 12'900.- → 12900 | 12900.00 → 12900
    KRW 12,900 → 12900 | 12,900 won → 12900 | -100 → -100 | 문의 → "문의" | 12,00,0 → "12,00,0" | 0,800 → "0,800" | 12 (권) → 12
    (품절) 12 → "(품절) 12" | ="15000" → 15000 | '15,000 → 15000 | ₩ 12,000원정 → 12000`,
  ],
  [
    'dates keep the parts that the cell has, year first, whatever stands between',
    'date',
    `2024 → "2024" | 2008.0 → "2008" | 2024년 → "2024" | 2024.5.1 → "2024-05-01" | 2024/05 → "2024-05"
    2024년 5월 1일 → "2024-05-01" | 20240501 → "20240501" | 01.05.2024 → "2024-05-01"
    24.05.01 → "2024-05-01" | '98.5.1 → "1998-05-01" | 24년 5월 1일 → "2024-05-01" | May 1, 2024 → "2024-05-01"
    1 sept 2024 → "2024-09-01" | 1-Dec-2024 → "2024-12-01" | 06-Nov-26 → "2026-11-06" | Nov-06-26 → "2026-11-06" | March 2024 → "2024-03" | Maybe 2024 → "Maybe 2024"
    45413 → "2024-05-01" | 45413.5 → "2024-05-01" | 18263 → "18263"
    18264 → "1950-01-01" | 73415 → "2100-12-31" | 73416 → "73416"`,
  ],
  [
    'a time of day costs no date; years are read as libraries write them',
    'date',
    `2024-05-01 00:00:00 → "2024-05-01" | 2024-05-01T00:00:00+09:00 → "2024-05-01" | 2024-05-01 0:00 → "2024-05-01"
    2019-03-05T01:00:00+01:00 → "2019-03-05" | 20240501000000 → "2024-05-01" | 20240501T000000Z → "2024-05-01"
    2024-05-01 오전 12:00:00 → "2024-05-01" | 2024. 5. 1. 오전 12:00:00 → "2024-05-01" | 2024/05/01 00:00 → "2024-05-01"
    May 1, 2024 12:00 AM → "2024-05-01" | Wed, 01 May 2024 00:00:00 GMT → "2024-05-01" | 2024-05-01(수) → "2024-05-01"
    2024년 5월 1일 수요일 → "2024-05-01" | 2024-05-01 (예정) → "2024-05-01" | 2024-05-00 → "2024-05" | 2024-00-00 → "2024"
    c2015 → "2015" | ⓒ2015 → "2015" | (c) 2015 → "2015" | [2003] → "2003" | [c2003] → "2003" | ©1998 → "1998" | 2003? → "2003"
    ca. 1990 → "1990" | cop. 1990 → "1990" | 2003년경 → "2003" | '2024-05-01 → "2024-05-01" | 2003-2005 → "2003-2005"`,
  ],
  [
    'a day without separators has its time beside it, or behind it',
    'instant',
    `20261103 18:13:00 → "2026-11-03T18:13:00+09:00" | 20261103 181300 → "2026-11-03T18:13:00+09:00"
    20261103 91300 → "2026-11-03T09:13:00+09:00" | 2026-11-03 813 → "2026-11-03T08:13:00+09:00"
    20261103181300 → "2026-11-03T18:13:00+09:00" | 2026.11.03 18시 13분 → "2026-11-03T18:13:00+09:00"
    2026-11-03(화) 18:13 → "2026-11-03T18:13:00+09:00" | 20261103 → "20261103"`,
  ],
  [
    'quotes of a formula and the text mark of spreadsheets are no part of a key',
    'key',
    `="20261106-0001" → "20261106-0001" | '20261106-1 → "20261106-1" | ="a ""b""" → "a \\"b\\"" | 20261106 → "20261106"`,
  ],
  [
    'nor of a text, where the mark guards a first sign; other apostrophes are its own',
    'text',
    `'-18도의 겨울 → "-18도의 겨울" | '+1 → "+1" | '@home → "@home" | '-don't → "-don't" | ="가" → "가"
    '68 혁명 → "'68 혁명" | '=1+1'은 → "'=1+1'은" | =1+1 → "=1+1"`,
  ],
  [
    'a time of day without an offset is that of Korea',
    'instant',
    `2026-11-20 14:03 → "2026-11-20T14:03:00+09:00" | 2026.11.20 9:03:11 → "2026-11-20T09:03:11+09:00"
    2026-11-20T14:03:11Z → "2026-11-20T14:03:11Z" | 2026-11-20 → "2026-11-20"
    2026-11-20 오후 2:03:11 → "2026-11-20T14:03:11+09:00" | 2026-11-20 12:03 AM → "2026-11-20T00:03:00+09:00"
    45413.5 → "2024-05-01T12:00:00+09:00" | 1 May 2024 9:30 → "2024-05-01T09:30:00+09:00"`,
  ],
  [
    'statements of responsibility become names with roles',
    'authors',
    `김영하 지음 → [{"author":"김영하","authorType":"지음"}] | 글: 이수지 → [{"author":"이수지","authorType":"글"}]
    이수지 (그림) → [{"author":"이수지","authorType":"그림"}] | 지음 → [{"author":"지음","authorType":""}]
    홍길동, 성춘향 옮김 → [{"author":"홍길동","authorType":"옮김"},{"author":"성춘향","authorType":"옮김"}]
    헤이그 지음;노진선 옮김 → [{"author":"헤이그","authorType":"지음"},{"author":"노진선","authorType":"옮김"}]
    Kim, Young-ha → [{"author":"Kim, Young-ha","authorType":""}]`,
  ],
  ['flags are true or false', 'flag', 'Y → true | 0 → false | maybe → "maybe"'],
];

for (const [what, type, cells] of CELLS)
  test(what, () => {
    for (const cell of cells.split(/ \| |\n/)) {
      const [text = '', value = ''] = cell.trim().split(' → ');
      assert.deepEqual(readCell(text, type), { value: JSON.parse(value), warnings: [] }, text);
    }
    for (const empty of [' - ', '=""', 'NULL', '(null)', '\\N'])
      assert.equal(readCell(empty, type).value, undefined, empty);
  });

test('a price in another currency is none, whichever sign, code or name says so', () => {
  const notWon = '$20 | €25 | 20 USD | 22,00 EUR | £20 | ¥1,500 | NT$300 | 20 dollars | 20유로 | -20 $';
  for (const [currency, ours, foreign] of [
    ['KRW', '\\1,200 | 1,200원', notWon],
    ['USD', '$12 | US$ 12 | 12 USD | 12달러', '₩12,000 | €12 | C$12 | 12 CAD | ¥12 | \\12'],
    ['EUR', '12,90 € | EUR 12 | 12 euros', '12 $ | £12 | 12 PLN'],
    ['JPY', '¥1,500 | 1,500円 | \\1,500', '₩1,500 | 15 $'],
  ] as const) {
    for (const text of ours.split(' | '))
      assert.equal(typeof readCell(text, 'price', {}, currency).value, 'number', text);
    for (const text of foreign.split(' | ')) {
      const { value, lost } = readCell(text, 'price', {}, currency);
      assert.deepEqual([value, lost?.en.includes(`not in ${currency}`)], [text, true]);
    }
  }
});

test('what databases write for a day that nobody gave is no value', () => {
  for (const text of ['0000-00-00', '0001-01-01 00:00:00', '0101-01-01T00:00:00+00:00'])
    assert.deepEqual([readCell(text, 'date').value, readCell(text, 'instant').value], [undefined, undefined]);
});

test('prices of other currencies have decimals; without them a fraction is not read, and the reason says why', () => {
  for (const [text, currency, price] of [
    ['12,90 €', 'EUR', 12.9],
    ['1.299,50', 'EUR', 1299.5],
    ['$12.99', 'USD', 12.99],
  ] as const)
    assert.equal(readCell(text, 'price', {}, currency).value, price);
  const fractions =
    '12.900 → 12900 | 15.000 → 15000 | 12.9 → 12900 | ₩1.5 → 1500 | 12149.55 → 12150 | 12.900,50 → 12901';
  for (const [text = '', likely] of fractions.split(' | ').map((one) => one.split(' → '))) {
    const { value, lost } = readCell(text, 'price');
    assert.equal(value, text);
    assert.equal(lost?.en, `"${text}" has a fraction, and KRW has none; did you mean ${likely}?`);
    assert.match(lost.ko, new RegExp(`${likely}을\\(를\\) 뜻하는`));
  }
});

test('a list is split, translated, and what has no translation is left out with a warning', () => {
  const values = { 소설: '001001', '시*': '001002' };
  const { value, warnings } = readCell('소설; 시집 ;만화', 'codes', { values });
  assert.deepEqual(value, ['001001', '001002']);
  const reasons = warnings.map((warning) => warning.en);
  assert.deepEqual(reasons, [message('feeds.notInValues', { shown: '"만화"' }).en]);
});

test('a mapping says how dates are written; what has another form is read as far as its order is sure', () => {
  for (const [format, text, date] of [
    ['MM/dd/yyyy', '05/01/2024', '2024-05-01'],
    ['dd/MM/yyyy', '05/01/2024', '2024-01-05'],
    ['d. M. yy', '1. 5. 24', '2024-05-01'],
    ['dd-MMM-yyyy', '01-May-2024', '2024-05-01'],
    ['MM/yyyy', '05/2024', '2024-05'],
    ['yyyy년 M월 d일', '2024년 5월 1일', '2024-05-01'],
    ['MM/dd/yyyy', '2024-05-01', '2024-05-01'],
  ] as const)
    assert.equal(readCell(text, 'date', { date: parseDateFormat(format) }).value, date, `${format} ${text}`);
  const american = { date: parseDateFormat('MM/dd/yyyy HH:mm') };
  assert.equal(readCell('05/01/2024 14:03', 'instant', american).value, '2024-05-01T14:03:00+09:00');
  for (const format of ['', 'yyyy', 'dd.MM', 'MM/dd/dd/yyyy', 'month day year', 'YYYY-MM-dd'])
    assert.equal(parseDateFormat(format), null, format);
  const unsure = readCell('05/01/2024', 'date').lost?.en;
  assert.match(unsure ?? '', /which part is the day .* "date": "dd\/MM\/yyyy"/);
});
