import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { type ESTree, parseSync, Visitor } from 'vite';
import { ERROR_STATUS } from '../../src/http/errors.ts';
import { inEveryLanguage, keptText, message, messageIn } from '../../src/messages/messages.ts';
import { textsOf, valuesIn } from './catalogues.ts';

const root = resolve(import.meta.dirname, '../..');
const english = textsOf('src/messages', 'en');

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

/** The calls of a file that name a message and its values: of `message` and `messageIn`, and of the words of an area. */
function callsIn(file: string): MessageCall[] {
  const calls: MessageCall[] = [];
  const areas = new Map([['t', 'pages']]);
  const visitor = new Visitor({
    VariableDeclarator({ id, init }) {
      if (id.type !== 'Identifier' || init?.type !== 'CallExpression') return;
      const [area] = init.arguments;
      const { callee } = init;
      const isWords =
        callee.type === 'MemberExpression' &&
        callee.property.type === 'Identifier' &&
        callee.property.name === 'words';
      if (isWords && area?.type === 'Literal') areas.set(id.name, String(area.value));
    },
    CallExpression({ callee, arguments: given }) {
      if (callee.type !== 'Identifier') return;
      const area = areas.get(callee.name);
      if (area === undefined && !/^(?:message|messageIn|done)$/.test(callee.name)) return;
      const [id, values] = callee.name === 'messageIn' ? given.slice(1) : given;
      const names = values === undefined ? [] : namesOf(values);
      for (const named of id?.type === 'ConditionalExpression' ? [id.consequent, id.alternate] : [id]) {
        if (named?.type !== 'Literal' || names === null) continue;
        calls.push({ file, id: `${area === undefined ? '' : `${area}.`}${named.value}`, values: names });
      }
    },
  });
  visitor.visit(parseSync(file, readFileSync(join(root, file), 'utf8')).program);
  return calls;
}

/** The names of an object that is written out; null where others go into it. */
function namesOf(values: ESTree.Argument): string[] | null {
  if (values.type !== 'ObjectExpression') return null;
  const names = values.properties.flatMap((one) =>
    one.type === 'Property' && one.key.type === 'Identifier' ? one.key.name : [],
  );
  return names.length === values.properties.length ? names : null;
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

test('a text that was kept before a language came shows English in it', () => {
  assert.deepEqual(
    keptText({ en: 'is not UTF-8' }),
    inEveryLanguage(() => 'is not UTF-8'),
  );
  assert.deepEqual(keptText({ en: 'a', ko: 'b' }), { en: 'a', ko: 'b' });
});

test('no code of the service holds a text in a language of its own, or chooses by language', () => {
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
