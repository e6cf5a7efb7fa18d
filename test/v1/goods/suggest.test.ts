import assert from 'node:assert/strict';
import { test } from 'node:test';
import { by } from '../../contracts/search-subject.ts';
import { searchItem } from '../../search/search-item.ts';
import { createScanSearchIndex } from '../../support/scan-search-index.ts';
import { createTestApp } from '../../support/test-app.ts';

const PATH = '/v1/goods/suggest';

test('200: at most ten suggestions, each once, in the order of the index, after what was typed', async (t) => {
  const items = Array.from({ length: 30 }, (_, n) => ({
    item: searchItem(n + 1, { title: `가나다 ${n + 1}`, contributors: by('가나') }),
    salePoint: n,
    withheld: false,
  }));
  const app = await createTestApp(t, { search: createScanSearchIndex(items) });
  const answer = await app.get(`${PATH}?query=${encodeURIComponent('가')}`);
  assert.equal(answer.status, 200);
  const expected = ['가나다 30', '가나', ...Array.from({ length: 8 }, (_, n) => `가나다 ${29 - n}`)];
  assert.deepEqual(answer.json.data.data, { query: '가', suggestions: expected });
  assert.equal(answer.json.data.meta.apiTitle, 'Search suggestions');
});

test('200: nothing to suggest is an empty list, not an error, and counts as a call', async (t) => {
  const app = await createTestApp(t);
  for (const query of ['없는', '!!', '\u0000', '가'.repeat(200)]) {
    const answer = await app.get(`${PATH}?query=${encodeURIComponent(query)}`);
    assert.equal(answer.status, 200);
    assert.deepEqual(answer.json.data.data, { query, suggestions: [] });
  }
  const rows = await app.accounts.listUsage(app.accountId, 0);
  assert.deepEqual(
    rows.map(({ endpoint, statusClass, calls }) => [endpoint, statusClass, calls]),
    [['suggest', 2, 4]],
  );
  // What is typed on the way to a search is no search.
  await app.desk.flush();
  assert.deepEqual(await app.desk.listQueryCounts(0), []);
});

test('400 PARAM_003: query absent, empty, repeated or longer than 200 characters', async (t) => {
  const app = await createTestApp(t);
  for (const query of ['', '?query=', '?query=a&query=b', `?query=${'a'.repeat(201)}`]) {
    const answer = await app.get(`${PATH}${query}`);
    assert.deepEqual([answer.status, answer.json.errorCode], [400, 'PARAM_003']);
  }
});
