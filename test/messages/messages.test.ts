import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { ERROR_STATUS } from '../../src/http/errors.ts';
import { LANGUAGES, preferredLanguage } from '../../src/messages/languages.ts';
import { inEveryLanguage, message, messageIn, storedText } from '../../src/messages/messages.ts';
import { textsOf, valuesIn } from './catalogues.ts';

const root = resolve(import.meta.dirname, '../..');
const english = textsOf('en');

test('every language has the same texts, with the same values and marks', () => {
  for (const language of LANGUAGES)
    assert.deepEqual([...signs(textsOf(language)).symmetricDifference(signs(english))], [], language);
  assert.ok(signs(english).size > 1000);
});

/** Each text that isn't blank by its id, its values and its marks like `<b>`. */
function signs(texts: ReadonlyMap<string, string>): Set<string> {
  const written = [...texts].filter(([, text]) => text.trim() !== '');
  return new Set(
    written.map(([id, text]) => {
      const marks = new Set(text.match(/<\/?\w+>/g));
      return [id, ...valuesIn(text), ...[...marks].sort()].join(' ');
    }),
  );
}

test('every call for a message gives the values that its braces name, no less and no more', () => {
  const calls = globSync('{src,bin}/**/*.ts', { cwd: root }).flatMap(callsIn);
  const wrong = calls.filter(({ id, values }) => {
    return values.toSorted().join() !== valuesIn(english.get(id) ?? '').join();
  });
  assert.deepEqual(wrong, []);
  assert.ok(calls.length > 200, `${calls.length} calls`);
});

interface MessageCall {
  readonly file: string;
  readonly id: string;
  readonly values: readonly string[];
}

const TAKE_MESSAGES = ['message', 'messageIn', 'done', 'invalid', 'confirm', 'refusal'];

/**
 * The calls of a file that name a message and its values: of `message` and those that take one, and of the words of an area.
 * Values that others go into aren't looked at.
 */
function callsIn(file: string): MessageCall[] {
  const text = readFileSync(join(root, file), 'utf8');
  const declared = [...text.matchAll(/const (\w+) = (?:\w+\.)?words\('(\w+)'\)/g)].map(
    ({ index, 1: name, 2: area }) => ({ index, name, area }),
  );
  const names = [...TAKE_MESSAGES, ...new Set(declared.map(({ name }) => name))].join('|');
  const call = new RegExp(
    String.raw`(?<![\w.])(${names})\((?:\s*[\w.]+,)*(?:\s*'\w+',(?=\s*'))?\s*'([\w.-]+)'(?:,\s*(\{[^{}]*\}))?,?\s*\)`,
    'g',
  );
  return [...text.matchAll(call)].flatMap(({ index, 1: name = '', 2: id = '', 3: values = '{}' }) => {
    if (values.includes('...')) return [];
    const area = declared.findLast((one) => one.name === name && one.index < index)?.area;
    const given = values
      .slice(1, -1)
      .split(/,(?![^(]*\))/)
      .map((one) => /^\s*(\w+)/.exec(one)?.[1] ?? '');
    return [
      { file, id: area === undefined ? id : `${area}.${id}`, values: given.filter((one) => one !== '') },
    ];
  });
}

test('every error code has a message, and every message of an error a code', () => {
  const codes = [...english.keys()].flatMap((id) => /^errors\.(.+)/.exec(id)?.[1] ?? []);
  assert.deepEqual(codes.sort(), Object.keys(ERROR_STATUS).sort());
});

test('a value in several languages goes into a message in its own, and is not filled in again', () => {
  const allowed = inEveryLanguage((language) => `{value} ${language}`);
  const texts = message('errors.PARAM_007', { parameter: 'sex', value: 'X', allowed });
  assert.match(texts.en, /allowed: \{value\} en/);
  assert.match(texts.ko, /\{value\} ko/);
  assert.equal(messageIn('ko', 'errors.PARAM_007', { parameter: 'sex', value: 'X', allowed }), texts.ko);
});

test('Accept-Language is answered in the language of the highest weight that we have, else in English', () => {
  for (const [header, language] of [
    [undefined, 'en'],
    ['', 'en'],
    ['ko', 'ko'],
    ['ko-KR,ko;q=0.9,en-US;q=0.8', 'ko'],
    ['en-US,en;q=0.9,ko;q=0.8', 'en'],
    ['fr, ko;q=0.3', 'ko'],
    ['ko;q=0', 'en'],
    ['*', 'en'],
  ] as const)
    assert.equal(preferredLanguage(header), language, header);
});

test('a text that was kept before a language came shows English in it', () => {
  assert.deepEqual(
    storedText({ en: 'is not UTF-8' }),
    inEveryLanguage(() => 'is not UTF-8'),
  );
  assert.deepEqual(storedText({ en: 'a', ko: 'b' }), { en: 'a', ko: 'b' });
});

test('no code of the service holds a text in a language of its own, or chooses by language', () => {
  const files = globSync('{src,bin}/**/*.ts', { cwd: root }).filter(
    // Texts of the OpenAPI document, of commands and of settings stand with what they describe; all but the English are
    // optional.
    (file) =>
      !/^(?:src\/(?:messages|demo|v1)|src\/catalog\/item\.ts|src\/config\/variables|bin\/commands)\b/.test(
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
  assert.ok(files.length > 200, 'the files were found');
});
