import assert from 'node:assert/strict';
import test from 'node:test';
import { quoteValue } from '../../src/v1/endpoint.ts';
import { term } from '../../src/v1/search-params.ts';

const KEY = 'seoga_live_g5e2BPwMXekaOF1jmxd0GTomeB5NicUY2qFOiE';

for (const [what, value, text] of [
  ['a wrong word', 'definitelyNotASortOrder', '"definitelyNotASortOrder"'],
  ['digits', '1'.repeat(40), `"${'1'.repeat(40)}"`],
  ['a long text, only its beginning', '책𠀀'.repeat(40), `"${'책𠀀'.repeat(30)}…"`],
  ['signs that a terminal obeys', 'a\r\n\u001b[31m\u202eb', '"a\ufffd\ufffd\ufffd[31m\ufffdb"'],
  ['a key', KEY, '"***"'],
  ['a key without its beginning', KEY.slice(-38), '"***"'],
  ['a key without digits', 'abcdefgh'.repeat(4), '"***"'],
  ['a key far behind', `${'가'.repeat(80)} ${KEY}`, '"***"'],
] as const) {
  test(`a refused value is repeated, keys masked: ${what}`, () => assert.equal(quoteValue(value).en, text));
}

test('a search term is composed, and then has at most 200 characters', () => {
  const read = (length: number) => term.read({ query: '가'.repeat(length).normalize('NFD') }, 'query');
  assert.equal(read(200), '가'.repeat(200));
  assert.throws(() => read(201), { code: 'PARAM_003' });
});
