import assert from 'node:assert/strict';
import { test } from 'node:test';
import { preferredLanguage } from '../../src/messages/languages.ts';
import { messageIn } from '../../src/messages/messages.ts';

test('values are put in, in the language of the message, and missing ones leave nothing behind', () => {
  const values = { parameter: 'sex', value: 'X', allowed: { en: 'A or M', ko: 'A 또는 M' } };
  assert.match(messageIn('en', 'errors.PARAM_007', values), /sex is X; allowed: A or M/);
  assert.match(messageIn('ko', 'errors.PARAM_007', values), /A 또는 M/);
  assert.doesNotMatch(messageIn('en', 'errors.BEST_001', {}), /[{}]|undefined/);
});

const headers: [string | undefined, 'en' | 'ko'][] = [
  [undefined, 'en'],
  ['', 'en'],
  ['ko', 'ko'],
  ['ko-KR,ko;q=0.9,en-US;q=0.8', 'ko'],
  ['en-US,en;q=0.9,ko;q=0.8', 'en'],
  ['fr, ko;q=0.3', 'ko'],
  ['ko;q=0', 'en'],
  ['*', 'en'],
];
for (const [header, language] of headers) {
  test(`Accept-Language "${header}" is answered in ${language}`, () => {
    assert.equal(preferredLanguage(header), language);
  });
}
