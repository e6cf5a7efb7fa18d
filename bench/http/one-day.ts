/**
 * What a good developer writes in a day: Fastify, node:sqlite with indices, a key look-up and a counter for every call,
 * rows to objects, JSON.stringify. Fair: write-ahead log, prepared statements, no needless work.
 * node bench/http/one-day.ts FEED DATABASE: fills the database from a feed as `seoga demo --print` writes it, then serves.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import Fastify from 'fastify';
import { kstDayOf, systemClock } from '../../src/clock.ts';

const [feed = '', file = ''] = process.argv.slice(2);
const db = new DatabaseSync(file);
db.exec(`
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = NORMAL;
  CREATE TABLE item (
    item_id INTEGER PRIMARY KEY, isbn13 TEXT, isbn10 TEXT, title TEXT, sub_title TEXT, catalog TEXT, goods_type TEXT,
    adult_yn TEXT, publisher TEXT, author TEXT, category_ids TEXT, introduction TEXT, summary TEXT, contents TEXT,
    publish_date TEXT, item_status TEXT, shop_price REAL, sale_price REAL, service_point REAL, fixed_yn TEXT,
    star_score REAL, item_format TEXT, pages INTEGER, weight INTEGER, width INTEGER, length INTEGER, height INTEGER,
    series TEXT, sold INTEGER DEFAULT 0);
  CREATE INDEX item_isbn13 ON item (isbn13);
  CREATE TABLE list (category_id TEXT, position INTEGER, item_id INTEGER, PRIMARY KEY (category_id, position)) WITHOUT ROWID;
  CREATE TABLE api_key (hash TEXT PRIMARY KEY, account_id INTEGER) WITHOUT ROWID;
  CREATE TABLE usage (account_id INTEGER, day INTEGER, calls INTEGER, PRIMARY KEY (account_id, day)) WITHOUT ROWID;
`);
await fill();
db.prepare('INSERT INTO api_key VALUES (?, 1)').run(hashOf('bench'));

const select = {
  key: db.prepare('SELECT account_id FROM api_key WHERE hash = ?'),
  count: db.prepare('INSERT INTO usage VALUES (?, ?, 1) ON CONFLICT DO UPDATE SET calls = calls + 1'),
  item: db.prepare('SELECT * FROM item WHERE item_id = ?'),
  list: db.prepare(`
    SELECT item.*, position
    FROM list
    JOIN item USING (item_id)
    WHERE category_id = ? AND position > ? AND position <= ?
    ORDER BY position`),
  total: db.prepare('SELECT MAX(position) AS total FROM list WHERE category_id = ?'),
};

const app = Fastify();
app.addHook('onRequest', async (request, reply) => {
  const row = select.key.get(hashOf(String(request.headers['x-api-key'])));
  if (row === undefined)
    return reply.code(401).send({ success: false, message: 'The API key is not valid.' });
  select.count.run(Number(row.account_id), kstDayOf(systemClock.nowMs()));
});
app.get<{ Querystring: Record<string, string> }>('/v1/goods/itemDetail', async (request, reply) => {
  const row = select.item.get(Number(request.query.query));
  if (row === undefined) return reply.code(404).send({ success: false, message: 'No such product.' });
  return answer(request.url, { items: [itemOf(row, request.query.detail === 'Y')], totalCount: 1 });
});
app.get<{ Querystring: Record<string, string> }>('/v1/category/bestsellerMonthly', async (request) => {
  const { categoryId = '', page = '1', pageSize = '20', detail } = request.query;
  const from = (Number(page) - 1) * Number(pageSize);
  const rows = select.list.all(categoryId, from, from + Number(pageSize));
  const items = rows.map((row) => itemOf(row, detail === 'Y'));
  return answer(request.url, { items, totalCount: Number(select.total.get(categoryId)?.total) });
});
await app.listen({ host: '127.0.0.1', port: 0 });
const address = app.server.address();
console.log(`port ${typeof address === 'object' ? address?.port : 0}`);
process.on('SIGTERM', () => process.exit(0));

function hashOf(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

function answer(url: string, data: object): object {
  const pubDate = new Date(systemClock.nowMs()).toISOString();
  return {
    success: true,
    message: 'OK',
    errorCode: null,
    data: { meta: { apiLink: url, pubDate }, ...data },
  };
}

type Row = Record<string, unknown>;

function itemOf(row: Row, isDetailed: boolean): object {
  const link = `http://127.0.0.1/goods/${row.item_id}`;
  const item = {
    itemId: row.item_id,
    sortOrder: row.position ?? 1,
    title: row.title,
    author: row.author,
    publisher: row.publisher,
    goodsType: row.goods_type,
    isbn10: row.isbn10,
    isbn13: row.isbn13,
    adultYn: row.adult_yn,
    shopPrice: row.shop_price,
    salePrice: row.sale_price,
    servicePoint: row.service_point,
    publishDate: row.publish_date,
    itemStatus: row.item_status,
    starScore: row.star_score,
    link,
    mobileLink: `${link}?m`,
    cover: `${link}.svg`,
    salePoint: row.sold,
    contentDetail: {
      bookIntroduction: row.introduction,
      bookSummary: row.summary,
      tableOfContents: row.contents,
    },
  };
  if (!isDetailed) return item;
  const { sub_title: subTitle, item_format: itemFormat, fixed_yn: fixedBookPriceYn } = row;
  const { pages, weight, width, length, height } = row;
  const series = JSON.parse(String(row.series));
  return { ...item, subTitle, itemFormat, fixedBookPriceYn, pages, weight, width, length, height, series };
}

async function fill(): Promise<void> {
  const insert = db.prepare(`INSERT INTO item VALUES (${Array.from({ length: 29 }, () => '?').join(', ')})`);
  const sell = db.prepare('UPDATE item SET sold = sold + ? WHERE item_id = ?');
  db.exec('BEGIN');
  for await (const line of createInterface({ input: createReadStream(feed) })) {
    const record = JSON.parse(line) as Row;
    if (record.kind === 'sale') sell.run(Number(record.quantity), Number(record.itemId));
    if (record.kind === 'item') insert.run(...valuesOf(record));
  }
  db.exec(`
    INSERT INTO list
    SELECT value, row_number() OVER (PARTITION BY value ORDER BY sold DESC, item_id), item_id
    FROM (
      SELECT DISTINCT substr(value, 1, prefix) AS value, item_id, sold
      FROM item, json_each(category_ids), (SELECT 3 AS prefix UNION SELECT 6 UNION SELECT 9 UNION SELECT 12)
      WHERE sold > 0 AND length(value) >= prefix);
    COMMIT; ANALYZE;`);
}

function valuesOf(record: Row): (string | number | null)[] {
  const text = (value: unknown) => (value === undefined || value === null ? null : String(value));
  const number = (value: unknown) => (typeof value === 'number' ? value : null);
  const content = (record.contentDetail ?? {}) as Row;
  const authors = (record.authors ?? []) as { readonly author: string }[];
  return [
    ...[number(record.itemId), text(record.isbn13), text(record.isbn10), text(record.title)],
    ...[text(record.subTitle), text(record.catalog), text(record.goodsType), text(record.adultYn)],
    ...[text(record.publisher), authors.map(({ author }) => author).join(', ')],
    ...[JSON.stringify(record.categoryIds), text(content.bookIntroduction), text(content.bookSummary)],
    ...[text(content.tableOfContents), text(record.publishDate), text(record.itemStatus)],
    ...[number(record.shopPrice), number(record.salePrice), number(record.servicePoint)],
    ...[text(record.fixedBookPriceYn), number(record.starScore), text(record.itemFormat)],
    ...[number(record.pages), number(record.weight), number(record.width), number(record.length)],
    ...[number(record.height), JSON.stringify(record.series ?? []), 0],
  ];
}
