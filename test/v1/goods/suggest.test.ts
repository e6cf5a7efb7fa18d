import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { CATALOG_FILE, openDatabase } from '../../../src/store/sqlite/database.ts';
import { setSalePoints } from '../../search/runtime/search-fixture.ts';
import { book, smallShop } from '../../support/small-shop.ts';
import { createTestApp } from '../../support/test-app.ts';

const PATH = '/v1/goods/suggest';

test('200: at most ten suggestions, each once, best selling first, after what was typed', async (t) => {
  const app = await createTestApp(t);
  const authors = [{ authorId: null, author: '가나', authorType: '' }];
  const books = Array.from({ length: 30 }, (_, n) => book(n + 1, `가나다 ${n + 1}`, { authors }));
  const categories = smallShop.filter((line) => 'kind' in line && line.kind === 'category');
  await app.feed([...categories, ...books]);
  const db = openDatabase(join(app.config.dataDir, CATALOG_FILE), { busyTimeoutMs: 1000 });
  t.after(() => db.close());
  setSalePoints(db, Object.fromEntries(books.map((_, at) => [at + 1, at + 1])));
  // The contributor sells as the best of the books does, and comes first by text.
  const expected = ['가나', ...Array.from({ length: 9 }, (_, n) => `가나다 ${30 - n}`)];
  for (const query of ['가', '가ㄴ', 'rk', 'ㄱㄴ']) {
    const answer = await app.get(`${PATH}?query=${encodeURIComponent(query)}`);
    assert.equal(answer.status, 200);
    assert.deepEqual(answer.json.data.data, { query, suggestions: expected });
    assert.equal(answer.json.data.meta.apiTitle, 'Search suggestions');
  }
});

test('200: nothing to suggest is an empty list, not an error, and counts as a call', async (t) => {
  const app = await createTestApp(t);
  for (const query of ['없는', '!!', '\u0000', '가'.repeat(200)]) {
    const answer = await app.get(`${PATH}?query=${encodeURIComponent(query)}`);
    assert.equal(answer.status, 200);
    assert.deepEqual(answer.json.data.data, { query, suggestions: [] });
  }
  const rows = await app.accounts.listUsage(app.accountId, 0);
  const counts = rows.map(({ endpoint, statusClass, calls }) => [endpoint, statusClass, calls]);
  assert.deepEqual(counts, [['suggest', 2, 4]]);
  // Text typed on the way to a search isn't a search.
  await app.flush();
  assert.deepEqual(await app.searchTerms.listQueryCounts(0), []);
});
