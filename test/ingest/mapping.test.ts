import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MappingError, parseMapping, plainTarget } from '../../src/ingest/mapping.ts';

const reasonOf = (json: string) => {
  try {
    parseMapping(json);
  } catch (error) {
    assert.ok(error instanceof MappingError);
    return error.reason;
  }
  return null;
};

test('a mapping names columns, values and constants', () => {
  const mapping = parseMapping(
    JSON.stringify({
      kind: 'item',
      columns: {
        도서명: 'title',
        저자: { to: 'authors', split: ';' },
        분류: { to: 'categoryIds', values: { 소설: '001001' } },
      },
      constants: { catalog: 'BOOK' },
    }),
  );
  assert.equal(mapping.kind, 'item');
  assert.deepEqual(mapping.columns.get('도서명'), [plainTarget('title')]);
  assert.equal(mapping.columns.get('저자')?.[0]?.split, ';');
  assert.equal(mapping.columns.get('분류')?.[0]?.values?.get('소설'), '001001');
  assert.deepEqual(mapping.constants, { catalog: 'BOOK' });
});

test('a mapping for ONIX names subjects by scheme', () => {
  const mapping = parseMapping('{"kind":"item","subjects":{"93":{"FBA":"001001001","FB*":"001001"}}}');
  assert.equal(mapping.subjects.get('93')?.get('FB*'), '001001');
});

test('what is wrong with a mapping is named by its key, with what it takes', () => {
  const cases: readonly [json: string, message: RegExp][] = [
    ['{', /^the mapping is not JSON/],
    ['[]', /^the mapping: must be an object/],
    ['{"kind":"book"}', /^kind: must be one of item, patch, author, category, sale/],
    ['{"colums":{}}', /^colums: unknown key; known are kind, columns, constants, skip, subjects/],
    ['{"columns":{"가":1}}', /^columns\."가": must be the name of a field/],
    ['{"columns":{"가":["title",1]}}', /^columns\."가"\[1\]: must be the name of a field/],
    ['{"columns":{"가":{"to":""}}}', /^columns\."가"\.to: must be the name of a field/],
    ['{"columns":{"가":{"to":"title","spilt":";"}}}', /^columns\."가"\.spilt: unknown key/],
    ['{"columns":{"가":{"to":"title","split":""}}}', /^columns\."가"\.split: must be text/],
    ['{"columns":{"가":{"to":"title","values":{"x":1}}}}', /^columns\."가"\.values\."x": must be text/],
    ['{"columns":{"가":{"to":"title","fill":"up"}}}', /^columns\."가"\.fill: must be one of "down"/],
    ['{"columns":{"가":{"to":"publishDate","date":"month"}}}', /^columns\."가"\.date: must be made of yyyy/],
    ['{"skip":{"상태":"취소"}}', /^skip\."상태": must be a list of strings/],
    ['{"skip":{"상태":[""]}}', /^skip\."상태": must be a list of strings/],
    ['{"subjects":{"93":[]}}', /^subjects\."93": must be an object/],
  ];
  for (const [json, message] of cases) {
    const reason = reasonOf(json);
    assert.match(reason?.en ?? 'accepted', message, json);
    assert.doesNotMatch(reason?.ko ?? '', /must be|unknown key|mapping/, 'whole Korean');
  }
});
