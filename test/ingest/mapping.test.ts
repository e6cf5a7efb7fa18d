import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MappingError, parseMapping } from '../../src/ingest/mapping.ts';

test('a mapping has all of its parts, and its columns lists of targets', () => {
  const json = '{"columns":{"도서명":"title","저자":{"to":"authors","split":";","fill":null},"값":[]}}';
  assert.deepEqual(parseMapping(json), {
    kind: 'item',
    columns: { 도서명: [{ to: 'title' }], 저자: [{ to: 'authors', split: ';' }], 값: [] },
    ...{ constants: {}, skip: {}, subjects: {} },
  });
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
        assert.ok(error.reason.en.replace('unknown key ', '').startsWith(place), error.reason.en);
        return true;
      },
    );
  }
});
