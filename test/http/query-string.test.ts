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

for (const text of ['a=%', 'a=%zz', 'a=%ff', '%c0%80=1', 'a=%ed%a0%80']) {
  test(`undecodable text is marked as malformed: ${text}`, () => {
    assert.equal(queryFault(parseQueryString(text))?.code, 'COMMON_400');
  });
}

test('well-formed text is not marked', () => {
  assert.equal(queryFault(parseQueryString('a=%25&b=%ED%95%9C')), undefined);
});

test('values that look like keys are masked by name or by prefix, others stay to the letter', () => {
  const masked = maskKeys(
    '/v1/x?apiKey=abc&X-Api-Key=def&q=seoga_live_zzz&p=%73eoga_live_1&date=2026-01-01&a+b=%20',
    'seoga_live_',
  );
  assert.equal(masked, '/v1/x?apiKey=***&X-Api-Key=***&q=***&p=***&date=2026-01-01&a+b=%20');
});

test('what a mail or a provider of sign-in has put into an address is masked', () => {
  assert.equal(maskKeys('/portal/verify-email?token=abc', 'seoga_live_'), '/portal/verify-email?token=***');
  assert.equal(
    maskKeys('/portal/sign-in/kakao?code=a.b&state=c', 'seoga_live_'),
    '/portal/sign-in/kakao?code=***&state=***',
  );
});

test('keys of other services are masked by their names as well', () => {
  const names = ['ttbkey', 'serviceKey', 'token', 'access_token', 'secret', 'client_secret', 'key'];
  for (const name of names) assert.equal(maskKeys(`/v1/x?${name}=abc`, 'seoga_live_'), `/v1/x?${name}=***`);
  assert.equal(maskKeys('/v1/x?page=1?apiKey=abc', 'seoga_live_'), '/v1/x?page=1?apiKey=abc');
  assert.equal(maskKeys('/v1/x??apiKey=abc', 'seoga_live_'), '/v1/x??apiKey=***');
});
