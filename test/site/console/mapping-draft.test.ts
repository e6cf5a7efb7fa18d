import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseMapping } from '../../../src/ingest/mapping.ts';
import { draftOf, sentJson } from '../../../src/site/console/mapping-draft.ts';
import { read } from '../../ingest/read-file.ts';
import { casesIn } from '../../ingest/table/cases.ts';

for (const { what, csv } of casesIn('recognised.txt').filter(({ refused }) => refused === undefined))
  test(`the form keeps the whole mapping: ${what}`, async () => {
    const { recognised } = await read(csv);
    const mapping = parseMapping(JSON.stringify(recognised?.mapping));
    const { kind, texts, isWhole } = draftOf(JSON.stringify(mapping), []);
    const sent = parseMapping(sentJson({ kind, ...texts }));
    assert.deepEqual([isWhole, sent], [true, mapping]);
    // Texts of several columns are joined in this order.
    assert.deepEqual(Object.keys(sent.columns), Object.keys(mapping.columns));
  });

const WHOLE: readonly (readonly [mapping: object, isWhole: boolean])[] = [
  [{ columns: { b: 'subTitle', a: ['title', { to: 'subTitle', split: '/' }], c: [] } }, true],
  [
    { columns: { '': { to: 'title', fill: 'down' }, __proto__x: { to: 'publishDate', date: 'dd.MM.yyyy' } } },
    true,
  ],
  [{ kind: 'sale', columns: { a: { to: 'kind', values: { '반품*': 'cancel', 정상: '' } } } }, true],
  [{ constants: { categoryIds: ['001', '002'], pages: '12', withheld: true, title: 'a' } }, true],
  [{ subjects: { 93: { 'FB*': '001' } }, skip: { a: ['x', 'y*'] } }, true],
  [{ constants: { deal: { salePrice: 1 } } }, false],
  [{ constants: { categoryIds: ['a;b'] } }, false],
  [{ columns: { a: 'publishr' } }, false],
  [{ columns: { a: { to: 'title', values: { a: 'b=c' } } } }, false],
];
for (const [mapping, isWhole] of WHOLE)
  test(`what the form can't show isn't offered: ${JSON.stringify(mapping)}`, () => {
    assert.equal(draftOf(JSON.stringify(mapping), ['a']).isWhole, isWhole);
  });

test('options belong to the field that they were for; beside chosen categories, new names stand for themselves', () => {
  const { kind, texts } = draftOf(
    JSON.stringify({ columns: { a: { to: 'authors', split: '/' }, b: { to: 'categoryIds', create: true } } }),
    [],
  );
  const values = { 'value.1.0.0': '수필', 'choice.1.0.0': '001', 'value.1.0.1': '시', 'choice.1.0.1': '' };
  const { columns } = parseMapping(sentJson({ kind, ...texts, 'to.0.0': 'title', ...values }));
  assert.deepEqual(columns, {
    a: [{ to: 'title' }],
    b: [{ to: 'categoryIds', create: true, values: { 수필: '001', 시: '시' } }],
  });
});
