import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { formatKstDay, kstDayOf } from '../../../src/clock.ts';
import { fc } from '../../support/properties.ts';
import { book, sales, smallShop } from '../../support/small-shop.ts';
import { rankedApp } from '../../support/suite-app.ts';
import { suiteCleanup } from '../../support/temp-dir.ts';
import type { TestApp } from '../../support/test-app.ts';
import { readXml, type XmlElement } from '../../support/xml.ts';
import { hostileText } from '../hostile-text.ts';
import { readMarkup } from '../markup.ts';
import { newBrowser } from '../site-kit.ts';

/** RFC 3339. */
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

interface Entry {
  readonly id: string;
  readonly url: string;
  readonly title: string;
  readonly content: string;
  readonly published: string;
  readonly updated: string;
}

/** The entries of an Atom feed, which has to have all that RFC 4287 requires. */
function readAtom(xml: string): readonly Entry[] {
  const feed = readXml(xml);
  assert.deepEqual([feed.name, feed.attributes.xmlns], ['feed', 'http://www.w3.org/2005/Atom']);
  const all = (of: XmlElement, name: string) => of.children.filter((child) => child.name === name);
  const one = (of: XmlElement, name: string) => {
    const [found, ...others] = all(of, name);
    assert.ok(found !== undefined && others.length === 0, `one ${name}`);
    return found;
  };
  const linkOf = (of: XmlElement, rel: string) =>
    new URL(all(of, 'link').find(({ attributes }) => attributes.rel === rel)?.attributes.href ?? '').href;
  const readHead = (of: XmlElement) => {
    const [id = '', title = '', updated = ''] = ['id', 'title', 'updated'].map((name) => one(of, name).text);
    assert.equal(new URL(id).href, id);
    assert.match(updated, INSTANT);
    return { id, title, updated };
  };
  readHead(feed);
  assert.notEqual(one(one(feed, 'author'), 'name').text, '');
  for (const rel of ['self', 'alternate']) linkOf(feed, rel);
  return all(feed, 'entry').map((entry) => {
    const content = one(entry, 'content');
    assert.equal(content.attributes.type, 'html');
    const published = one(entry, 'published').text;
    assert.match(published, INSTANT);
    return { ...readHead(entry), published, url: linkOf(entry, 'alternate'), content: content.text };
  });
}

/** The entries of a JSON Feed, which has to have all that version 1.1 requires. */
function readJsonFeed(json: string): readonly Entry[] {
  const feed = JSON.parse(json);
  assert.equal(feed.version, 'https://jsonfeed.org/version/1.1');
  assert.notEqual(feed.title, '');
  for (const url of [feed.home_page_url, feed.feed_url]) assert.ok(URL.canParse(url), url);
  for (const { name } of feed.authors) assert.notEqual(name, '');
  return feed.items.map((item: Record<string, string>) => {
    const { id, url, title, content_html: content, date_published: published, date_modified: updated } = item;
    return { id, url: new URL(url ?? '').href, title, content, published, updated };
  });
}

const hrefsIn = (html: string) =>
  readMarkup(html).elements.flatMap(({ attributes }) => attributes.href ?? []);

/** Saturday of week 47. */
const TODAY = kstDayOf(Date.parse('2026-11-21T12:00:00+09:00'));
const BOOKS = Array.from({ length: 25 }, (_, at) => 2001 + at);
/** Items of 14 weeks; in the last one, 25 of them. */
const weeks = [
  ...BOOKS.map((itemId) => book(itemId, `책 ${itemId}`, { registeredAt: '2026-11-20T09:00:00+09:00' })),
  ...Array.from({ length: 13 }, (_, back) =>
    sales(formatKstDay(TODAY - 7 * (back + 1)), 1001, ['F34']),
  ).flat(),
  ...BOOKS.flatMap((itemId) => sales('2026-11-19', itemId, ['F34'])),
];

describe('feeds of a category', () => {
  const t = suiteCleanup();
  let app: TestApp;
  before(async () => {
    const empty = { kind: 'category', categoryId: 'a.b', categoryName: '점', parentId: null };
    app = await rankedApp(t, [...smallShop, ...weeks, empty]);
  });
  const get = (url: string, headers = {}) =>
    newBrowser(app).get(url.replace('https://books.example', ''), headers);

  test('200 Atom and JSON Feed with the same entries: 12 weeks with their first 20 titles, and new products', async () => {
    const entries = readAtom((await get('/categories/001.atom')).text);
    assert.deepEqual(readJsonFeed((await get('/categories/001.json')).text), entries);
    assert.equal(new Set(entries.map(({ id }) => id)).size, entries.length);
    const lists = entries.filter(({ id }) => id.includes('/categories/001?list=weekly&date='));
    assert.equal(lists.length, 12);
    assert.equal(entries.length, 12 + 20);
    assert.equal(lists[0]?.content.split('<li>').length, 1 + 20);
    const times = entries.map(({ updated }) => Date.parse(updated));
    assert.ok(times.every((at, before) => before === 0 || at <= (times[before - 1] ?? 0)));
    const days = lists.map(({ id, ...dates }) =>
      [id.slice(-10), dates.published.slice(0, 10), dates.updated.slice(0, 10)].join(' '),
    );
    assert.deepEqual(days.slice(0, 2), [
      '2026-11-16 2026-11-17 2026-11-21',
      '2026-11-09 2026-11-10 2026-11-16',
    ]);
    assert.match(days[11] ?? '', /^2026-08-31/);
    for (const { url, content } of lists.slice(0, 2)) {
      assert.equal((await get(url)).status, 200);
      const call = `/v1/category/bestsellerWeekly?categoryId=001&date=${url.slice(-10)}`;
      const links = (await app.get(call)).json.data.items.map(({ link }) => link);
      assert.deepEqual(hrefsIn(content), links);
    }
  });

  test('the page links to both, also in the header Link, in its own language; the feeds speak it', async () => {
    const page = await get('/categories/001?lang=ko');
    const all = readMarkup(page.text).elements.map(({ attributes }) => attributes);
    const offered = all.filter(({ rel, type }) => rel === 'alternate' && type !== undefined);
    const links = offered.map(({ href, type }) => `<${href}>; rel="alternate"; type="${type}"`);
    assert.equal(links.join(', '), page.headers.link);
    assert.equal(offered.length, 2);
    for (const { href = '', type } of offered) {
      const { status, headers, text } = await get(href);
      assert.deepEqual([status, headers['content-type']], [200, `${type}; charset=utf-8`]);
      assert.match(text, /주간 베스트셀러 2026-W47/);
    }
  });

  test('304 for what a reader has; other sites may read feeds', async () => {
    for (const path of ['/categories/001.atom', '/categories/001.json']) {
      const { headers } = await get(path);
      assert.equal(headers['access-control-allow-origin'], '*');
      assert.equal((await get(path, { 'if-none-match': headers.etag })).status, 304);
    }
  });

  test('an empty category has an empty feed, an unknown one none; an id may hold a dot', async () => {
    assert.deepEqual(readAtom((await get('/categories/a.b.atom')).text), []);
    assert.deepEqual(readJsonFeed((await get('/categories/a.b.json')).text), []);
    for (const path of ['/categories/999.atom', '/categories/999.json', '/categories/.atom'])
      assert.equal((await get(path)).status, 404, path);
  });

  test('no title breaks a feed, and each is there as the API has it; a withheld product is gone at once', async () => {
    const texts = fc.sample(hostileText, { numRuns: 30, seed: 1 });
    await app.feed(texts.map((text, at) => book(2001 + at, text, { categoryIds: ['001'] })));
    const { items } = (await app.get('/v1/category/newproduct?categoryId=001')).json.data;
    const entries = readAtom((await get('/categories/001.atom?lang=en')).text);
    assert.deepEqual(readJsonFeed((await get('/categories/001.json?lang=en')).text), entries);
    const titles = new Map(entries.map(({ id, title }) => [id, title]));
    for (const { link, title } of items) assert.equal(titles.get(String(link)), `New: ${title}`.trim());
    for (const { content } of entries) readMarkup(content);
    await app.feed([book(2010, '금서', { withheld: true })]);
    assert.doesNotMatch((await get('/categories/001.atom')).text, /goods\/2010\b/);
  });
});

test('SEOGA_PUBLIC_LISTS=0: no feed, and no page offers one', async (t) => {
  const app = await rankedApp(t, smallShop, { environment: { SEOGA_PUBLIC_LISTS: '0' } });
  const { get } = newBrowser(app);
  for (const path of ['/categories/001.atom', '/categories/001.json'])
    assert.equal((await get(path)).status, 404);
  const { status, headers, text } = await get('/categories/001');
  assert.deepEqual([status, headers.link], [200, undefined]);
  assert.doesNotMatch(text, /\.atom|\.json/);
});
