import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { parseMapping } from '../../../src/ingest/mapping.ts';
import { checkFile, FEEDS, submitFile } from '../../feeds/feed-senders.ts';
import { suiteApp } from '../../support/suite-app.ts';
import { formIn, suiteBrowser } from '../site-kit.ts';

const FILE = { name: 'a.csv', bytes: Buffer.from('b,a,__proto__x,1\nx,y,z,0\nx,y/y,w,0\n') };

describe('the form of a mapping', () => {
  const app = suiteApp();
  const operator = suiteBrowser(app, 'shop');
  const look = { action: `${FEEDS}?look=yes` };
  let page = '';
  before(async () => {
    page = (await checkFile(operator, FILE)).text;
  });
  /** The form for a mapping, and what it sends back with changed values. */
  const formFor = async (mapping: object) => {
    const json = JSON.stringify(mapping);
    const { text } = await submitFile(operator, page, 'map', FILE, { json }, look);
    const sent = async (values = {}) => {
      const again = await submitFile(operator, text, 'map', FILE, values, look);
      return parseMapping(String(formIn(again.text, 'map').fields.json));
    };
    return { fields: formIn(text, 'map').fields, sent };
  };

  for (const mapping of [
    { columns: { b: 'subTitle', a: ['title', { to: 'subTitle', split: '/' }], 1: [] } },
    { columns: { a: { to: 'title', fill: 'down' }, __proto__x: { to: 'publishDate', date: 'dd.MM.yyyy' } } },
    { kind: 'sale', columns: { a: { to: 'kind', values: { '반품*': 'cancel', z: '', y: 'sale' } } } },
    { columns: { a: { to: 'categoryIds', create: true, values: { y: '001', 'y/y': '003' } } } },
    {
      constants: { categoryIds: ['001', 'a;b'], pages: '12', withheld: true, title: ' a', deal: { from: 1 } },
    },
    { subjects: { 93: { 'FB*': '001' } }, skip: { a: ['x', 'y*'], b: ['c=d'] } },
    { columns: { a: { to: 'title', values: { a: 'b=c' } } } },
  ])
    test(`changes nothing that nobody has touched: ${JSON.stringify(mapping)}`, async () => {
      const before = parseMapping(JSON.stringify(mapping));
      const sent = await (await formFor(mapping)).sent();
      assert.deepEqual(sent, before);
      // Texts of several columns are joined in this order.
      assert.deepEqual(Object.keys(sent.columns), Object.keys(before.columns));
    });

  test('edited JSON is the mapping, whatever the other fields hold', async () => {
    const { sent } = await formFor({ columns: { a: 'title' } });
    const mapping = { columns: { b: 'title' }, constants: { pages: 3 } };
    assert.deepEqual(await sent({ json: JSON.stringify(mapping) }), parseMapping(JSON.stringify(mapping)));
  });

  test('options belong to the field that they were for; beside chosen categories, new names stand for themselves', async () => {
    const columns = { b: { to: 'authors', split: '/' }, a: { to: 'categoryIds', create: true } };
    const { fields, sent } = await formFor({ columns });
    assert.deepEqual([fields['value.1.0.0'], fields['value.1.0.1']], ['y', 'y/y']);
    const { columns: changed } = await sent({ 'to.0.0': 'title', 'choice.1.0.0': '001' });
    assert.deepEqual(changed, {
      b: [{ to: 'title' }],
      a: [{ to: 'categoryIds', create: true, values: { y: '001', 'y/y': 'y/y' } }],
    });
  });

  test('defaults, rows to skip and lines of values are read as they are typed', async () => {
    const { sent } = await formFor({ columns: { a: 'title' }, constants: { pages: 3, catalog: 'BOOK' } });
    const typed = { 'fixed.pages': '', 'fixed.categoryIds': '001; 002', 'fixed.shopPrice': '9000' };
    const lines = { skip: 'b = x\r\nb = y', 'values.1.0': 'old = new\nnothing' };
    const { constants, skip, columns } = await sent({ ...typed, ...lines });
    assert.deepEqual(constants, { catalog: 'BOOK', categoryIds: ['001', '002'], shopPrice: 9000 });
    assert.deepEqual(skip, { b: ['x', 'y'] });
    assert.deepEqual(columns, { a: [{ to: 'title', values: { old: 'new' } }] });
    assert.deepEqual((await sent({ kind: 'sale' })).columns, {}, 'orders have no title');
  });
});
