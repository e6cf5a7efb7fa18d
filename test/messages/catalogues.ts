import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');

/** The texts of a language by file and id: `portal.usage.title`. */
export function textsOf(language: string): Map<string, string> {
  const folder = join(root, 'src/messages', language);
  return new Map(
    globSync('*.json', { cwd: folder }).flatMap((file) =>
      flat(file.replace(/\.json$/, ''), JSON.parse(readFileSync(join(folder, file), 'utf8'))),
    ),
  );
}

function flat(id: string, texts: string | object): [string, string][] {
  if (typeof texts === 'string') return [[id, texts]];
  return Object.entries(texts).flatMap(([name, text]) => flat(`${id}.${name}`, text));
}

/** The values of a text, in the order of the alphabet. In `{count, plural, one {# call} other {# calls}}` braces hold texts again. */
export function valuesIn(text: string): readonly string[] {
  let depth = 0;
  const names = new Set<string>();
  for (const [, brace, name = ''] of text.matchAll(/([{}])-?(\w*)/g)) {
    if (brace === '}') depth -= 1;
    else if (depth++ % 2 === 0) names.add(name);
  }
  assert.equal(depth, 0, text);
  return [...names].sort();
}
