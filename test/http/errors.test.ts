import assert from 'node:assert/strict';
import { test } from 'node:test';
import { preferredLanguage } from '../../src/messages/languages.ts';

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
