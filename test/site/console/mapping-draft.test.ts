import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseMapping } from '../../../src/ingest/mapping.ts';
import { draftOf, sentJson } from '../../../src/site/console/mapping-draft.ts';
import { read } from '../../ingest/read-file.ts';
import { ORDER_FILES } from '../../ingest/table/order-files.ts';
import { SHOP_FILES } from '../../ingest/table/shop-files.ts';

for (const { what, rows } of [...SHOP_FILES, ...ORDER_FILES])
  test(`the form keeps the whole mapping: ${what}`, async () => {
    const { recognised } = await read(rows.map((row) => `${row}\n`).join(''));
    const mapping = parseMapping(JSON.stringify(recognised?.mapping));
    const { kind, texts, isWhole } = draftOf(JSON.stringify(recognised?.mapping));
    const sent = parseMapping(sentJson({ kind, ...texts }));
    // The form has room for two columns of a field.
    if (what.includes('three columns')) assert.equal(isWhole, false);
    else assert.deepEqual([isWhole, normal(sent)], [true, normal(mapping)]);
  });

/** Fields of a column come in another order. */
const normal = (mapping: ReturnType<typeof parseMapping>) => ({
  ...mapping,
  columns: Object.fromEntries(
    Object.entries(mapping.columns).map(([column, all]) => [
      column,
      all.toSorted((a, b) => (a.to < b.to ? -1 : 1)),
    ]),
  ),
});
