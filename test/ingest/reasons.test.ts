import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { invalidJson } from '../../src/ingest/text/invalid-json.ts';
import { UnreadableInputError, unreadable } from '../../src/ingest/text/lines.ts';
import { book, sales } from '../support/small-shop.ts';
import { feedKit } from './feed-kit.ts';
import { author, category, check, item, parse, sale } from './sample-records.ts';

const deal = { salePrice: 1, from: '2026-11-30', until: '2026-11-29' };

/** One of each kind: record, change, the reason in English and in Korean. */
const refusals: readonly (readonly [object, object, string, string])[] = [
  [
    item,
    { kind: undefined },
    'missing; it must be one of category, author, item, patch, remove, sale, cancel, feed',
    '값이 없습니다. category, author, item, patch, remove, sale, cancel, feed 가운데 하나여야 합니다.',
  ],
  [
    item,
    { kind: 'book' },
    '"book"; it must be one of category, author, item, patch, remove, sale, cancel, feed',
    '값이 "book"입니다. category, author, item, patch, remove, sale, cancel, feed 가운데 하나여야 합니다.',
  ],
  [
    category,
    { url: 'x' },
    'unknown field; known are kind, categoryId, categoryName, parentId',
    '알 수 없는 항목입니다. 쓸 수 있는 항목: kind, categoryId, categoryName, parentId.',
  ],
  [
    category,
    { categoryId: undefined },
    'missing; text of 1 to 40 letters, digits, dots, hyphens and underscores is required',
    '값이 없습니다. 영문자, 숫자, 마침표, 하이픈, 밑줄로 된 1자 이상 40자 이하의 문자열이어야 합니다.',
  ],
  [
    category,
    { parentId: 'a/b' },
    '"a/b" is not text of 1 to 40 letters, digits, dots, hyphens and underscores',
    '값이 "a/b"입니다. 영문자, 숫자, 마침표, 하이픈, 밑줄로 된 1자 이상 40자 이하의 문자열이어야 합니다.',
  ],
  [
    category,
    { parentId: '001001' },
    '"001001" is the category itself',
    '값이 "001001"입니다. 카테고리는 자기 자신의 상위가 될 수 없습니다.',
  ],
  [
    author,
    { author: '' },
    'missing or empty; text of 1 to 500 characters is required',
    '값이 없거나 비어 있습니다. 1자 이상 500자 이하의 문자열이어야 합니다.',
  ],
  [author, { birthDate: 1569 }, '1569 is not text', '값이 1569입니다. 문자열이어야 합니다.'],
  [
    item,
    { itemId: undefined },
    'missing; itemId, externalId or isbn13 is required',
    '값이 없습니다. itemId, externalId, isbn13 가운데 하나는 있어야 합니다.',
  ],
  [
    item,
    { pages: 1.5 },
    '1.5 is not a whole number from 0 to 10000000',
    '값이 1.5입니다. 0 이상 10000000 이하의 정수여야 합니다.',
  ],
  [
    item,
    { starScore: 101 },
    '101 is not a number from 0 to 100',
    '값이 101입니다. 0 이상 100 이하의 숫자여야 합니다.',
  ],
  [
    item,
    { title: '가'.repeat(1001) },
    '1001 characters; at most 1000 are allowed',
    '1001자입니다. 1000자까지 쓸 수 있습니다.',
  ],
  [
    item,
    { catalog: undefined },
    'missing; one of BOOK, FOREIGN, EBOOK, MUSIC, DVD is required',
    '값이 없습니다. BOOK, FOREIGN, EBOOK, MUSIC, DVD 가운데 하나여야 합니다.',
  ],
  [item, { adultYn: 'y' }, '"y" is not one of Y, N', '값이 "y"입니다. Y, N 가운데 하나여야 합니다.'],
  [
    item,
    { categoryIds: [] },
    'missing or empty; at least one category is required',
    '값이 없거나 비어 있습니다. 카테고리가 하나 이상 있어야 합니다.',
  ],
  [
    item,
    { categoryIds: Array.from({ length: 101 }, () => '1') },
    'a list of 101 is not a list of at most 100 elements',
    '값이 요소 101개의 목록입니다. 요소가 100개 이하인 목록이어야 합니다.',
  ],
  [
    item,
    { authors: {} },
    'an object is not a list of at most 1000 elements',
    '값이 객체입니다. 요소가 1000개 이하인 목록이어야 합니다.',
  ],
  [item, { deal: 9900 }, '9900 is not an object', '값이 9900입니다. 객체여야 합니다.'],
  [
    item,
    { deal: { ...deal, salePrice: null } },
    'missing; the price of the deal is required',
    '값이 없습니다. 특가의 가격이 있어야 합니다.',
  ],
  [
    item,
    { deal: { ...deal, from: null } },
    'missing; an existing date: yyyy-MM-dd, yyyyMMdd, yyyy-MM or yyyy is required',
    '값이 없습니다. 실제로 있는 yyyy-MM-dd, yyyyMMdd, yyyy-MM, yyyy 형식의 날짜여야 합니다.',
  ],
  [item, { deal }, 'is before "from"', '"from"보다 앞선 날짜입니다.'],
  [item, { isbn13: '978' }, '"978" is not 13 digits', '값이 "978"입니다. 숫자 13자리여야 합니다.'],
  [
    item,
    { isbn10: '893' },
    '"893" is not nine digits and a digit or X',
    '값이 "893"입니다. 숫자 9자리 뒤에 숫자나 X가 한 자리 와야 합니다.',
  ],
  [
    item,
    { publishDate: '2023-02-29' },
    '"2023-02-29" is not an existing date: yyyy-MM-dd, yyyyMMdd, yyyy-MM or yyyy',
    '값이 "2023-02-29"입니다. 실제로 있는 yyyy-MM-dd, yyyyMMdd, yyyy-MM, yyyy 형식의 날짜여야 합니다.',
  ],
  [
    item,
    { shopPrice: -1 },
    '-1 is not a price: a number from 0 to 1000000000000 with at most 2 decimals',
    '값이 -1입니다. 0 이상 1000000000000 이하, 소수점 아래 두 자리까지의 금액이어야 합니다.',
  ],
  [item, { withheld: 'Y' }, '"Y" is not true or false', '값이 "Y"입니다. true 또는 false여야 합니다.'],
  [
    item,
    { cover: 'x' },
    '"x" is not an http or https URL of at most 2048 characters',
    '값이 "x"입니다. 2048자 이하의 http 또는 https 주소여야 합니다.',
  ],
  [
    sale,
    { orderId: undefined },
    'missing; text of 1 to 200 characters is required',
    '값이 없습니다. 1자 이상 200자 이하의 문자열이어야 합니다.',
  ],
  [
    sale,
    { buyer: 'b'.repeat(201) },
    `"${'b'.repeat(59)}… is not text of 1 to 200 characters without control characters`,
    `값이 "${'b'.repeat(59)}…입니다. 제어 문자가 없는 1자 이상 200자 이하의 문자열이어야 합니다.`,
  ],
  [
    sale,
    { itemId: undefined },
    'missing; itemId, externalId or isbn13 is required',
    '값이 없습니다. itemId, externalId, isbn13 가운데 하나는 있어야 합니다.',
  ],
  [
    sale,
    { soldAt: undefined },
    'missing; a date, or a date and time with offset, is required',
    '값이 없습니다. 날짜, 또는 시간대가 붙은 날짜와 시각이어야 합니다.',
  ],
  [
    sale,
    { soldAt: '2026-11-20T14:03' },
    '"2026-11-20T14:03" is not a date such as 2026-11-20, or a date and time with offset, such as 2026-11-20T14:03:11+09:00',
    '값이 "2026-11-20T14:03"입니다. 2026-11-20 같은 날짜나 2026-11-20T14:03:11+09:00처럼 시간대가 붙은 날짜와 시각이어야 합니다.',
  ],
];

test('a field that is wrong is told in English, to the letter, and in Korean', () => {
  for (const [record, change, en, ko] of refusals) {
    const { outcome, warnings } = check({ ...record, ...change });
    if ('reason' in outcome) assert.deepEqual(outcome.reason, { en, ko });
    else {
      const leftOut = { en: `${en}; left out`, ko: `${ko} 이 값은 빼고 반영합니다.` };
      assert.deepEqual(warnings.at(0)?.reason, leftOut);
    }
  }
});

test("a record that isn't a JSON object is refused in both languages", () => {
  for (const [value, en, ko] of [
    [[1], 'a list of 1 is not a JSON object', '값이 요소 1개의 목록입니다. JSON 객체여야 합니다.'],
    [null, 'null is not a JSON object', '값이 null입니다. JSON 객체여야 합니다.'],
  ] as const) {
    assert.deepEqual(parse(value), { field: '', reason: { en, ko } });
  }
});

test("a line that isn't JSON is refused in both languages, in Korean with the place where it breaks", () => {
  for (const [line, en, ko] of [
    ['{"kind":', /^is not JSON: "Unexpected end/, 'JSON이 아닙니다. 내용이 끝나기 전에 줄이 끊겼습니다.'],
    ['{"kind":"it', /^is not JSON: "Unterminated/, 'JSON이 아닙니다. 내용이 끝나기 전에 줄이 끊겼습니다.'],
    ['{"kind":1,}', /^is not JSON: "Expected /, 'JSON이 아닙니다. 11번째 글자부터 잘못됐습니다.'],
    ['oops', /^is not JSON: "Unexpected token 'o'/, 'JSON이 아닙니다. "o" 문자가 잘못된 위치에 있습니다.'],
    ['NaN', /^is not JSON: /, 'JSON이 아닙니다.'],
  ] as const) {
    assert.throws(
      () => JSON.parse(line),
      (error) => {
        const reason = invalidJson(error);
        assert.match(reason.en, en);
        assert.equal(reason.ko, ko);
        return true;
      },
    );
  }
});

test('lines that cannot be read, or contradict an earlier one, are told in both languages', async (t) => {
  const kit = feedKit(t);
  const [sold] = sales('2026-10-05', 1002, ['F34']);
  await kit.import([book(1002, '구운몽'), { ...sold, orderId: 'A-"1"', lineNo: 7 }]);
  const feed = Buffer.concat([
    Buffer.from([0xff, 0x0a]),
    Buffer.alloc(4 * 1024 * 1024 + 1, 'x'),
    Buffer.from(`\n${JSON.stringify({ ...sold, orderId: 'A-"1"', lineNo: 7, quantity: 9 })}\n`),
  ]);
  const { problems } = await kit.import(feed);
  assert.deepEqual(
    problems.map(({ reason }) => reason),
    [
      { en: 'is not UTF-8', ko: 'UTF-8이 아닙니다.' },
      { en: 'is longer than 4194304 bytes', ko: '4194304바이트보다 긴 줄입니다.' },
      {
        en: 'line 7 of order "A-\\"1\\"" is already known with different content; to correct it, cancel it and send a line with a new number',
        ko: '주문 "A-\\"1\\""의 7번 줄이 이미 다른 내용으로 들어와 있습니다. 고치려면 그 줄을 취소하고 새 번호의 줄을 보내 주세요.',
      },
    ],
  );
});

test('a file that cannot be read is told in the words of what failed, and in Korean by its kind', async (t) => {
  const kit = feedKit(t);
  const zipped = gzipSync('{}\n'.repeat(1000));
  const damaged = Buffer.from(zipped).fill(0xff, 12, 20);
  for (const [bytes, ko] of [
    [zipped.subarray(0, zipped.length - 12), '압축 파일이 중간에 끊겼습니다.'],
    [damaged, '압축 파일이 손상됐습니다.'],
  ] as const) {
    await assert.rejects(kit.import(bytes), (error) => {
      assert.ok(error instanceof UnreadableInputError);
      assert.equal(error.reason.ko, ko);
      assert.equal(error.reason.en, error.message);
      return true;
    });
  }
  const failed = unreadable(Object.assign(new Error('i/o error, read'), { code: 'EIO' }));
  assert.deepEqual(failed.reason, { en: 'i/o error, read', ko: '파일을 읽다가 오류가 났습니다(EIO).' });
  assert.equal(unreadable('no error').reason.ko, '파일을 읽다가 오류가 났습니다.');
});
