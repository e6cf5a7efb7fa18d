import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MappingError, parseMapping, plainTarget } from '../../src/ingest/mapping.ts';

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

test('what is wrong with a mapping is named by its key', () => {
  for (const [json, place] of [
    ['{', 'the mapping'],
    ['[]', 'the mapping'],
    ['{"kind":"book"}', 'kind'],
    ['{"colums":{}}', 'colums'],
    ['{"columns":{"가":1}}', 'columns."가"'],
    ['{"columns":{"가":["title",1]}}', 'columns."가"[1]'],
    ['{"columns":{"가":{"to":""}}}', 'columns."가".to'],
    ['{"columns":{"가":{"to":"title","spilt":";"}}}', 'columns."가".spilt'],
    ['{"columns":{"가":{"to":"title","split":""}}}', 'columns."가".split'],
    ['{"columns":{"가":{"to":"title","values":{"x":1}}}}', 'columns."가".values."x"'],
    ['{"columns":{"가":{"to":"title","fill":"up"}}}', 'columns."가".fill'],
    ['{"columns":{"가":{"to":"publishDate","date":"month"}}}', 'columns."가".date'],
    ['{"skip":{"상태":"취소"}}', 'skip."상태"'],
    ['{"skip":{"상태":[""]}}', 'skip."상태"'],
    ['{"subjects":{"93":[]}}', 'subjects."93"'],
  ] as const) {
    assert.throws(
      () => parseMapping(json),
      (error) => {
        assert.ok(error instanceof MappingError);
        assert.match(error.reason.en.slice(place.length), /^(?::| is not JSON)/, json);
        assert.ok(error.reason.en.startsWith(place), error.reason.en);
        return true;
      },
    );
  }
});
