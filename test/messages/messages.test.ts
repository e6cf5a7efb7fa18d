import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ERROR_STATUS } from '../../src/http/errors.ts';
import { messages as english } from '../../src/messages/en.ts';
import { LANGUAGES } from '../../src/messages/languages.ts';
import {
  inEveryLanguage,
  type MessageId,
  message,
  messageIn,
  messageWith,
} from '../../src/messages/messages.ts';

const ids = Object.entries(english).flatMap(([area, named]) =>
  Object.keys(named).map((name) => `${area}.${name}` as MessageId),
);

test('every message exists in every language and is not empty', () => {
  for (const id of ids) {
    for (const language of LANGUAGES) assert.notEqual(messageWith(language, id, {}), undefined, id);
  }
  assert.ok(ids.length > 200, 'the messages were found');
});

test('no language of a message uses a brace that English lacks', () => {
  const named = (text: string) => [...text.matchAll(/\{-?(\w+)\}/g)].map(([, name]) => name ?? '');
  const given = new Proxy({}, { get: (_, name) => `<${String(name)}>` });
  for (const [area, texts] of Object.entries(english)) {
    for (const [name, text] of Object.entries(texts)) {
      const known = named(text);
      for (const language of LANGUAGES) {
        const used =
          messageWith(language, `${area}.${name}` as MessageId, given).match(/(?<=<)\w+(?=>)/g) ?? [];
        assert.deepEqual(
          used.filter((brace) => !known.includes(brace)),
          [],
          `${area}.${name} in ${language}`,
        );
      }
    }
  }
});

test('every error code has a message, and every message of an error a code', () => {
  assert.deepEqual(Object.keys(english.errors).sort(), Object.keys(ERROR_STATUS).sort());
});

test('a value in several languages goes into a message in its own, and is not filled in again', () => {
  const allowed = inEveryLanguage((language) => `{value} ${language}`);
  const texts = message('errors.PARAM_007', { parameter: 'sex', value: 'X', allowed });
  assert.match(texts.en, /allowed: \{value\} en/);
  assert.match(texts.ko, /\{value\} ko/);
  assert.equal(messageIn('ko', 'errors.PARAM_007', { parameter: 'sex', value: 'X', allowed }), texts.ko);
});
