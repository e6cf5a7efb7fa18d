import assert from 'node:assert/strict';
import { test } from 'node:test';
import { draftOf, jsonOf } from '../../../web/src/console-mapping/mapping-draft.ts';
import { subjectDraftOf, subjectJsonOf } from '../../../web/src/console-mapping/subject-draft.ts';

const field = (name: string, type: 'text' | 'number' | 'flag' | 'list' = 'text') => ({
  name,
  type,
  isBasic: true,
  isRequired: false,
});
const FIELDS = {
  item: [field('title'), field('categoryIds', 'list'), field('pages', 'number'), field('withheld', 'flag')],
  sale: [field('orderId'), field('isbn13'), field('soldAt'), field('lineNo', 'number')],
};
const COLUMNS = ['제목', '권', '분류', '날짜', 'ISBN'];

test('a mapping is the same after the form has shown it', () => {
  const mappings: readonly object[] = [
    {
      kind: 'item',
      columns: {
        제목: ['title'],
        권: ['title'],
        분류: [{ to: 'categoryIds', split: '/', values: { 'a = b': '001', '*': '002' } }],
      },
      constants: { categoryIds: ['003', '004'], pages: 120, withheld: false },
    },
    {
      kind: 'sale',
      columns: { 날짜: ['orderId', 'soldAt'], ISBN: ['orderId', 'isbn13'] },
      constants: { lineNo: 1 },
    },
  ];
  for (const mapping of mappings) {
    const shown = draftOf(JSON.stringify(mapping), COLUMNS, FIELDS);
    assert.ok(shown !== null);
    assert.deepEqual(shown.missing, []);
    const fields = shown.draft.kind === 'sale' ? FIELDS.sale : FIELDS.item;
    assert.deepEqual(JSON.parse(jsonOf(shown.draft, fields)), mapping);
  }
});

test('columns that the file lacks are named; what the form cannot show is left to the JSON', () => {
  const shown = draftOf('{"columns":{"제목":"title","값":"pages"}}', COLUMNS, FIELDS);
  assert.deepEqual([shown?.draft.choices.title?.column, shown?.missing], ['제목', ['값']]);
  for (const json of [
    '{"columns":{"제목":"title","권":"title","분류":"title"}}',
    '{"columns":{"제목":"publisher"}}',
    '{"subjects":{"93":{"F*":"001"}}}',
    '{"constants":{"title":{"a":1}}}',
    'no JSON',
  ]) {
    assert.equal(draftOf(json, COLUMNS, FIELDS), null, json);
  }
});

test('subject codes go through the form unchanged, other constants with them', () => {
  const mapping = {
    kind: 'item',
    subjects: { '10': { 'FIC*': '001' }, '93': { FBA: '001001', '*': '002' } },
    constants: { catalog: 'FOREIGN', categoryIds: ['009'] },
  };
  assert.deepEqual(JSON.parse(subjectJsonOf(subjectDraftOf(JSON.stringify(mapping)))), mapping);
});
