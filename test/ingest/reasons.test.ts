import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { invalidJson } from '../../src/ingest/text/invalid-json.ts';
import { UnreadableInputError, unreadable } from '../../src/ingest/text/lines.ts';
import { book, sales } from '../support/small-shop.ts';
import { feedKit } from './feed-kit.ts';
import { category, check, item, parse, sale } from './sample-records.ts';

const deal = { salePrice: 1, from: '2026-11-30', until: '2026-11-29' };

/** Record, change, the reason in English and in Korean: one of each way in which a value is told. */
const refusals: readonly (readonly [object, object, string, string])[] = [
  [
    item,
    { kind: undefined },
    'missing; it must be one of category, author, item, patch, remove, sale, cancel, feed',
    '값이 없습니다. category, author, item, patch, remove, sale, cancel, feed 가운데 하나여야 합니다.',
  ],
  [
    category,
    { url: 'x' },
    'unknown field; known are kind, categoryId, categoryName, parentId',
    '알 수 없는 항목입니다. 쓸 수 있는 항목: kind, categoryId, categoryName, parentId.',
  ],
  [
    item,
    { pages: 1.5 },
    '1.5 is not a whole number from 0 to 10000000',
    '값이 1.5입니다. 0 이상 10000000 이하의 정수여야 합니다.',
  ],
  [
    item,
    { title: '가'.repeat(1001) },
    '1001 characters; at most 1000 are allowed',
    '1001자입니다. 1000자까지 쓸 수 있습니다.',
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
  [item, { deal }, 'is before "from"', '"from"보다 앞선 날짜입니다.'],
  [
    sale,
    { buyer: 'b'.repeat(201) },
    `"${'b'.repeat(59)}… is not text of 1 to 200 characters without control characters`,
    `값이 "${'b'.repeat(59)}…입니다. 제어 문자가 없는 1자 이상 200자 이하의 문자열이어야 합니다.`,
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
