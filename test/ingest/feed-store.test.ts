import assert from 'node:assert/strict';
import { test } from 'node:test';
import { catalogFile } from '../catalog/catalog-file.ts';
import { anItem, category, person, record } from '../contracts/catalog/catalog-records.ts';
import { apply, take } from '../contracts/catalog/take-feed.ts';

test('readers see nothing before the commit, nothing of a rollback, and everything after a commit', async (t) => {
  const { feeds, catalog } = catalogFile(t);
  const before = await catalog.readRevision();
  for (const end of ['rollback', 'commit'] as const) {
    const transaction = await feeds();
    await apply(transaction, record(category('001')), record(anItem(1)), record(person(7)));
    assert.equal(await catalog.readRevision(), before);
    assert.equal(await catalog.countItems(), 0);
    assert.deepEqual(await catalog.listCategories(), []);
    const { item, category: categories } = await transaction[end]();
    assert.deepEqual([item.added, categories.added], [1, 1]);
    await assert.rejects(transaction.commit(), /ended/);
  }
  assert.ok((await catalog.readRevision()) > before);
  assert.equal(await catalog.countItems(), 1);
  assert.equal((await catalog.listCategories()).length, 1);
  assert.deepEqual(await catalog.findAuthor(7), person(7));
});

test('an import that waits for another import can be called off', async (t) => {
  const { feeds } = catalogFile(t);
  const first = await feeds();
  const calledOff = new AbortController();
  const second = feeds({ signal: calledOff.signal });
  calledOff.abort(new Error('never mind'));
  await assert.rejects(second, /never mind/);
  await first.rollback();
  await (await feeds()).rollback();
});

test('every change of an item has a number; words have one of their own', async (t) => {
  const { connect, feeds } = catalogFile(t);
  const db = connect();
  await take(feeds, [record(anItem(1))]);
  const numbers = () => {
    const row = db.prepare('SELECT change_no, text_no FROM search_item').get();
    return [row?.change_no, row?.text_no];
  };
  assert.deepEqual(numbers(), [1, 1]);
  const change = { salePrice: 1, deal: { salePrice: 1, from: 1, until: 2 }, withheld: true };
  assert.equal((await take(feeds, [record(anItem(1, change))])).item.changed, 1);
  assert.deepEqual(numbers(), [2, 1]);
  await take(feeds, [record(anItem(1, { ...change, title: '다른 제목' }))]);
  assert.deepEqual(numbers(), [3, 3]);
});
