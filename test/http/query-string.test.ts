import assert from 'node:assert/strict';
import { test } from 'node:test';
import { maskKeys, parseQueryString, queryFault } from '../../src/http/query-string.ts';
import { fc } from '../support/properties.ts';

test('what a form encoder writes is read back, whatever the text', () => {
  const pairs = fc.array(
    fc.tuple(fc.string({ unit: 'grapheme', minLength: 1 }), fc.string({ unit: 'grapheme' })),
    { maxLength: 6 },
  );
  fc.assert(
    fc.property(pairs, (given) => {
      const names = given.map(([name]) => name);
      fc.pre(new Set(names).size === names.length);
      const query = parseQueryString(
        new URLSearchParams(given.map(([n, v]): [string, string] => [n, v])).toString(),
      );
      for (const [name, value] of given) assert.equal(query[name], value.toWellFormed());
    }),
  );
});

test('a repeated parameter keeps all its values', () => {
  assert.deepEqual(parseQueryString('a=1&a=&a=3').a, ['1', '', '3']);
});

test('__proto__ is a name like any other', () => {
  const query = parseQueryString('__proto__=1&constructor=2');
  assert.equal(query.constructor, '2');
  assert.equal(({} as Record<string, unknown>)['1'], undefined);
});

test('undecodable text is marked as malformed, well-formed text is not', () => {
  for (const text of ['a=%', 'a=%zz', 'a=%ff', '%c0%80=1', 'a=%ed%a0%80'])
    assert.equal(queryFault(parseQueryString(text))?.code, 'COMMON_400', text);
  assert.equal(queryFault(parseQueryString('a=%25&b=%ED%95%9C')), undefined);
});

test('values that look like keys, ours or of others, or that mails and providers send, are masked; others stay to the letter', () => {
  const names = 'ttbkey serviceKey token access_token secret client_secret key apiKey X-Api-Key code state';
  for (const address of [
    ...names.split(' ').map((name) => `/x?date=2026-01-01&a+b=%20&${name}=`),
    ...['/x?q=', '/x?p=', '/x??apiKey='],
  ])
    for (const value of /[qp]=$/.test(address) ? ['seoga_live_zzz', '%73eoga_live_1'] : ['abc', 'a.b'])
      assert.equal(maskKeys(address + value, 'seoga_live_'), `${address}***`);
  assert.equal(maskKeys('/v1/x?page=1?apiKey=abc', 'seoga_live_'), '/v1/x?page=1?apiKey=abc');
});
