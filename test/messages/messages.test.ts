import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { ERROR_STATUS } from '../../src/http/errors.ts';
import { messages as english } from '../../src/messages/en.ts';
import { LANGUAGES } from '../../src/messages/languages.ts';
import {
  inEveryLanguage,
  keptText,
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

test('a text that was kept before a language came shows English in it', () => {
  assert.deepEqual(
    keptText({ en: 'is not UTF-8' }),
    inEveryLanguage(() => 'is not UTF-8'),
  );
  assert.deepEqual(keptText({ en: 'a', ko: 'b' }), { en: 'a', ko: 'b' });
});

test('no code of the service holds a text in a language of its own, or chooses by language', () => {
  const root = resolve(import.meta.dirname, '../..');
  const files = globSync('{src,bin}/**/*.ts', { cwd: root }).filter(
    // Texts of the OpenAPI document, of commands and of settings stand with what they describe; all but the English are
    // optional.
    (file) =>
      !/^(?:src\/(?:messages|demo|v1)|src\/catalog\/measures|src\/config\/variables|bin\/commands)\b/.test(
        file.replaceAll('\\', '/'),
      ),
  );
  const offences = files.flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .filter((line) => /\b(?:ko|en): ?['"`{]|[=!]== ?'(?:ko|en)'/.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  );
  assert.deepEqual(offences, []);
  assert.ok(files.length > 300, 'the files were found');
});
