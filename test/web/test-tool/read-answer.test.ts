import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readAnswer, readSearchNotes } from '../../../web/src/test-tool/read-answer.ts';

test('pictures are taken from items, over the web only', () => {
  const items = [
    { itemId: 1, title: 'a', cover: 'https://books.example/1.jpg' },
    { itemId: 2, title: 'b', cover: 'javascript:alert(1)' },
    { itemId: 3, title: 'c' },
    null,
  ];
  const { items: read } = readAnswer(JSON.stringify({ success: true, errorCode: null, data: { items } }));
  assert.deepEqual(read, [items[0]]);
});

test('the error code of a refusal is read; a file and odd bodies have none', () => {
  assert.equal(readAnswer('{"success":false,"errorCode":"PARAM_001","data":{}}').errorCode, 'PARAM_001');
  for (const body of [null, '', '[]', '<html>', '{"errorCode":7,"data":{"items":{}}}']) {
    assert.deepEqual(readAnswer(body), { items: [], errorCode: '' }, String(body));
  }
});

test('the headers of a search say what was searched instead and what may have been meant', () => {
  const used = encodeURIComponent('해리 포터');
  assert.deepEqual(readSearchNotes({ 'seoga-correction': 'partial', 'seoga-query-used': used }), {
    correction: { kind: 'partial', query: '해리 포터' },
    suggestedQuery: null,
  });
  assert.deepEqual(readSearchNotes({ 'seoga-suggestion': used }), {
    correction: null,
    suggestedQuery: '해리 포터',
  });
  assert.deepEqual(readSearchNotes({ etag: '"1"' }), { correction: null, suggestedQuery: null });
});
