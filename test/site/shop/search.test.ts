import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestApp } from '../../support/test-app.ts';
import { searchWorld } from '../../v1/goods/search-kit.ts';
import { linksOf } from '../markup.ts';
import { formIn, newBrowser, partOf, shelfOf, signedIn, textOf } from '../site-kit.ts';

const addressOf = (query: string, more: Readonly<Record<string, string>> = {}) =>
  `/search?${new URLSearchParams({ query, ...more })}`;

test('search shows what the API finds with the same filters, nothing withheld, and counts for nobody', async (t) => {
  const { app } = await searchWorld(t);
  const visitor = newBrowser(app);
  for (const [filters, expected] of [
    [{}, [1, 2, 3]],
    [{ target: 'title' }, [2, 3]],
    [{ target: 'publisher' }, [1]],
    [{ inStock: 'Y' }, [1, 3]],
    [{ publishedFrom: '2021-05-01' }, [2]],
    [{ publishedTo: '2021-04-30' }, [1]],
    [{ priceFrom: '1', priceTo: '9000' }, [1]],
    [{ inStock: 'Y', priceFrom: '9001' }, []],
  ] as const) {
    const address = addressOf('바람', filters);
    const page = await visitor.page(address);
    assert.deepEqual([...shelfOf(page)].sort(), expected, address);
    const tool = linksOf(page).find((href) => href.startsWith('/portal/test?'));
    const call = new URLSearchParams(tool?.split('?')[1]);
    const answer = await app.get(`/v1/goods/${call.get('endpoint')}?${call.get('values')}`);
    const ids = answer.status === 404 ? [] : answer.json.data.items.map(({ itemId }) => itemId);
    assert.deepEqual(shelfOf(page), ids, address);
  }
  assert.deepEqual(shelfOf(await visitor.page(addressOf('금서'))), []);
  assert.ok(partOf(await visitor.page(addressOf('금서')), 'none') !== null);
  const before = await app.listUsage(app.accountId);
  const reader = await signedIn(app);
  assert.deepEqual(shelfOf(await reader.page(addressOf('나비'))), [2]);
  assert.deepEqual(await app.listUsage(reader.accountId), []);
  assert.deepEqual(await app.listUsage(app.accountId), before);
});

test('a field that was left empty leaves the address', async (t) => {
  const { app } = await searchWorld(t);
  for (const [sent, shown] of [
    ['/search?query=a&publishedFrom=&priceTo=&lang=ko', '/search?query=a&lang=ko'],
    ['/search?query=&sort=', '/search'],
    ['/categories/001?list=daily&date=', '/categories/001?list=daily'],
  ] as const) {
    const { status, location } = await newBrowser(app).get(sent);
    assert.deepEqual([status, location], [303, shown]);
  }
});

test('a fault names the start of a range by its label', async (t) => {
  const { app } = await searchWorld(t);
  const page = await newBrowser(app).page(addressOf('바람', { priceFrom: '2', priceTo: '1' }));
  const [, fault = ''] = /class="fault"[^>]*>(.*?)<\/p>/.exec(page) ?? [];
  const [, label = ''] = /<label[^>]*for="[^"]*priceFrom"[^>]*>(.*?)<\/label>/.exec(page) ?? [];
  assert.ok(label !== '' && fault.includes(label), `${fault} without ${label}`);
  const { inStock } = formIn(page, 'filter').fields;
  assert.equal(inStock, 'N', 'what nobody has chosen keeps its default');
  const wrong = await newBrowser(app).page('/search?query=a&priceFrom=x&priceTo=y&inStock=z');
  const { fields } = formIn(wrong, 'filter');
  assert.deepEqual([fields.priceFrom, fields.priceTo], ['x', 'y'], 'several wrong fields stay as typed');
  const day = await newBrowser(app).page('/search?query=a&publishedFrom=2026-02-30');
  assert.doesNotMatch(textOf(day), /publishedFrom/i, 'a fault speaks of no parameter');
});

test('a corrected search tells the term that it used and offers the one typed', async (t) => {
  const { app } = await searchWorld(t);
  const visitor = newBrowser(app);
  const page = await visitor.page(addressOf('셜록 홈스'));
  assert.match(partOf(page, 'correction') ?? '', /셜록 홈즈/);
  const exact = linksOf(page).find((href) => href.includes('correct=N')) ?? '';
  assert.equal(exact, addressOf('셜록 홈스', { correct: 'N' }));
  const exactly = await visitor.page(exact);
  assert.deepEqual([partOf(exactly, 'correction'), shelfOf(exactly)], [null, []]);
});

test('suggestions are options for the search box, and links where a query finds nothing', async (t) => {
  const { app, endSearch } = await searchWorld(t);
  const visitor = newBrowser(app);
  const suggestions = async (query: string) =>
    (await visitor.get(`/search/suggestions?query=${encodeURIComponent(query)}`)).text;
  assert.equal(
    await suggestions('바람'),
    '<option value="바람의 끝"></option><option value="바람과 나비"></option>',
  );
  assert.equal(await suggestions(''), '');
  assert.equal(await suggestions('가'.repeat(201)), '');
  endSearch();
  assert.equal(await suggestions('바람'), '');
  assert.ok(partOf(await visitor.page(addressOf('바람')), 'busy') !== null);
});

test('an empty shop says so, and an operator where to begin', async (t) => {
  const app = await createTestApp(t);
  assert.ok(partOf(await newBrowser(app).page('/search'), 'empty') !== null);
  const operator = await signedIn(app, 'owner');
  assert.ok(linksOf(await operator.page('/search')).includes('/portal/console'));
});
