import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { TSchema } from 'typebox';
import {
  fields,
  integer,
  line,
  optional,
  or,
  paragraph,
  texts,
  typed,
  word,
} from '../../src/portal/contract/fields.ts';
import { PATHS } from '../../src/portal/contract/paths.ts';
import { PortalError } from '../../src/portal/failures.ts';
import { readBody, readQuery } from '../../src/portal/read-input.ts';

/** A schema of the contract as its JSON says it. */
interface Keywords {
  readonly type?: string;
  readonly form?: string;
  readonly pattern?: string;
  readonly enum?: readonly string[];
  readonly anyOf?: readonly [Keywords];
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
}

function keywordsOf(field: TSchema): Keywords {
  const keywords: Keywords = field;
  return keywords.anyOf?.[0] ?? keywords;
}

/** A value that a field takes. */
function goodValue(field: TSchema): unknown {
  const { type, form, pattern, enum: words, minLength = 0, minimum } = keywordsOf(field);
  if (words !== undefined) return words[0];
  if (minimum !== undefined) return minimum;
  if (type === 'boolean') return true;
  if (type === 'object') return {};
  if (form === 'email') return 'reader@books.example';
  return pattern === undefined ? 'a'.repeat(minLength) : 'https://books.example';
}

/** Values beyond its bounds, and of other types. */
function badValues(field: TSchema): unknown[] {
  const { enum: words, minLength = 0, maxLength, minimum, maximum } = keywordsOf(field);
  const others = [[], undefined].filter((value) => value !== undefined || !('~optional' in field));
  if (words !== undefined) return [...others, 'no such word'];
  if (minimum !== undefined && maximum !== undefined)
    return [...others, minimum - 1, maximum * 2, '1', Number.NaN];
  if (maxLength === undefined) return [...others, 'true', 1];
  return [...others, 7, 'x'.repeat(maxLength + 1), ...(minLength === 0 ? [] : [''])];
}

function faultOf(read: () => unknown): unknown {
  try {
    read();
  } catch (error) {
    assert.ok(error instanceof PortalError && error.code === 'INVALID', String(error));
    return error.values.field;
  }
  return null;
}

test('every field of every body is refused beyond its bounds, by its name; fields of no path are, too', () => {
  for (const [name, { takes, hasPiece }] of Object.entries(PATHS)) {
    if (name.startsWith('GET') || hasPiece) continue;
    const good = Object.fromEntries(
      Object.entries(takes.properties).map(([field, schema]) => [field, goodValue(schema)]),
    );
    const faultIn = (body: object) => faultOf(() => readBody(takes, body));
    assert.equal(faultIn(good), null, name);
    assert.equal(faultIn({ ...good, other: 1 }), 'other', name);
    for (const [field, schema] of Object.entries(takes.properties))
      for (const bad of badValues(schema))
        assert.equal(faultIn({ ...good, [field]: bad }), field, `${name} ${field} ${bad}`);
  }
});

test('texts are trimmed and shown characters only; typed ones stay as they are', () => {
  const takes = fields({ line: line(0, 9), lines: paragraph(0, 9), typed: typed(0, 9), texts: texts(1, 3) });
  const sent = { line: ' a ', lines: ' a\n\tb ', typed: ' a\n', texts: { a: 'b' } };
  assert.deepEqual(readBody(takes, sent), { ...sent, line: 'a', lines: 'a\n\tb' });
  const faultIn = (body: object) => faultOf(() => readBody(takes, body));
  for (const [field, value] of [
    ['line', 'a\nb'],
    ['line', '\u202e'],
    ['lines', '\u0007'],
    ['lines', '\ud800'],
    ['texts', { a: 'four' }],
    ['texts', { a: '1', b: '2' }],
  ] as const)
    assert.equal(faultIn({ ...sent, [field]: value }), field);
  assert.equal(faultIn(JSON.parse('{"__proto__": 1}')), '__proto__');
});

test('whatever is sent, a body is read as its schema says or refused', () => {
  const takes = fields({ name: line(1, 5), age: optional(integer(0, 9)) });
  fc.assert(
    fc.property(fc.anything(), (sent) => {
      const fault = faultOf(() => {
        const { name, age = 0 } = readBody(takes, sent);
        assert.ok([...name].length <= 5 && name === name.trim() && Number.isInteger(age));
      });
      assert.ok(fault === null || typeof fault === 'string');
    }),
  );
});

test('parameters that are empty or absent have their default; numbers are digits', () => {
  const takes = fields({
    page: or(integer(1, 99), 1),
    sort: or(word(['a', 'b']), 'b'),
    text: optional(typed(0, 3)),
  });
  assert.deepEqual(readQuery(takes, { page: '', other: 'x' }), { page: 1, sort: 'b' });
  assert.deepEqual(readQuery(takes, { page: '7', sort: 'a', text: ' y' }), {
    page: 7,
    sort: 'a',
    text: ' y',
  });
  const faultIn = (query: Parameters<typeof readQuery>[1]) => faultOf(() => readQuery(takes, query));
  for (const page of ['0', '1e1', '+1', ' 1', '100', '07', '1.0', ['1', '2']])
    assert.equal(faultIn({ page }), 'page', String(page));
  assert.equal(faultIn({ text: 'long' }), 'text');
});
