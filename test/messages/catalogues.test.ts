import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LANGUAGES } from '../../src/messages/languages.ts';
import { textsOf } from './catalogues.ts';

/** What tells two catalogues apart: texts that only one of them has, and texts that name other values or marks. */
function differences(texts: ReadonlyMap<string, string>, others: ReadonlyMap<string, string>): string[] {
  return [...new Set([...texts.keys(), ...others.keys()])].filter(
    (id) => namesIn(texts.get(id)) !== namesIn(others.get(id)),
  );
}

/**
 * The values and marks of a text, in the order of the alphabet: `{count, plural, one {# call} other {# calls}}` and
 * `<b>`. Inside a value, braces hold texts again.
 */
function namesIn(text: string | undefined): string | undefined {
  if (text === undefined || text.trim() === '') return undefined;
  let depth = 0;
  const names = new Set<string>();
  for (const [, brace, name = '', mark] of text.matchAll(/([{}])-?(\w*)|<\/?(\w+)>/g)) {
    if (mark !== undefined) names.add(`<${mark}>`);
    else if (brace === '}') depth -= 1;
    else if (depth++ % 2 === 0) names.add(name);
  }
  assert.equal(depth, 0, text);
  return [...names].sort().join(' ');
}

test('every language has the same texts, with the same values and marks', () => {
  const english = textsOf('en');
  for (const language of LANGUAGES) assert.deepEqual(differences(textsOf(language), english), [], language);
  assert.ok(english.size > 1000, `${english.size} texts`);
});
