import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { RECOGNISE } from '../../src/ingest/choose-reader.ts';
import { previewFeed } from '../../src/ingest/feed-preview.ts';
import { MappingError, parseMapping } from '../../src/ingest/mapping.ts';
import { stateTests } from '../store/sql/both-databases.ts';

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
    const namesPlace = (error: unknown) =>
      error instanceof MappingError && error.reason.en.replace('unknown key ', '').startsWith(place);
    assert.throws(() => parseMapping(json), namesPlace, json);
  }
});

test('a preview has the values of a column where they are few, from far below the rows that it shows', async () => {
  const books = Array.from({ length: 300 }, (_, at) => `책 ${at},${at < 299 ? '소설' : ' 시 '}\n`);
  const csv = `신간,\n도서명,분류\n,소설\n${books.join('')}`;
  const options = { ...RECOGNISE, currency: 'KRW', today: '20261121' };
  const preview = await previewFeed(Readable.from([Buffer.from(csv)]), options);
  assert.ok(preview.kind === 'table');
  assert.deepEqual([preview.recognised.header.at, preview.values], [1, [[], ['소설', '시']]]);
});

stateTests('kept mappings', (test) => {
  test('a mapping is kept by name until it is replaced or removed', async ({ mappings, clock }) => {
    assert.deepEqual([await mappings.list(), await mappings.find('책')], [[], null]);
    await mappings.keep('책', '{"columns":{"가":"title"}}', 'account:1');
    clock.advance(1000);
    await mappings.keep('orders', '{}', 'account:1');
    assert.equal(await mappings.find('책'), '{"columns":{"가":"title"}}');
    assert.deepEqual(
      (await mappings.list()).map(({ name }) => name),
      ['orders', '책'],
    );
    clock.advance(1000);
    await mappings.keep('책', '{"columns":{"나":"title"}}', 'account:1');
    assert.deepEqual(await mappings.list(), [
      { name: '책', mapping: '{"columns":{"나":"title"}}' },
      { name: 'orders', mapping: '{}' },
    ]);
    assert.equal(await mappings.remove('책', 'account:1'), true);
    assert.equal(await mappings.remove('책', 'account:1'), false);
    assert.deepEqual([await mappings.find('책'), await mappings.find('orders')], [null, '{}']);
  });
});
