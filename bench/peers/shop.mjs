// What the peers written in a day share: a key found by its hash, the day's count in SQLite, committed before the answer,
// an item, and a page of a list, both as JSON made from rows.
import { createHash } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';

export function openShop(path) {
  const db = new DatabaseSync(path);
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL');
  const findKey = db.prepare('SELECT account, quota FROM api_key WHERE hash = ?');
  const count = db.prepare(`
    INSERT INTO usage (account, day, calls) VALUES (?, ?, 1)
    ON CONFLICT DO UPDATE SET calls = calls + 1
    RETURNING calls`);
  const findItem = db.prepare('SELECT * FROM item WHERE itemId = ?');
  const findTotal = db.prepare('SELECT count(*) AS total FROM list WHERE categoryId = ?');
  const findPage = db.prepare(`
    SELECT item.*, list.sortOrder, list.upDown
    FROM list JOIN item USING (itemId)
    WHERE list.categoryId = ?
    ORDER BY list.sortOrder
    LIMIT ? OFFSET ?`);
  return {
    /** The status to refuse a call with, or null. */
    refuse(key) {
      const found = findKey.get(createHash('sha256').update(key).digest('hex'));
      if (found === undefined) return 401;
      const { calls } = count.get(found.account, new Date().toISOString().slice(0, 10));
      return calls > found.quota ? 429 : null;
    },
    item(url, { query }) {
      const row = findItem.get(Number(query));
      if (row === undefined) return null;
      return payload('itemDetail', url, [toItem(row, 0)], 1, 1, 1);
    },
    list(url, { categoryId, page = '1', pageSize = '20' }) {
      const { total } = findTotal.get(categoryId);
      const rows = findPage.all(categoryId, Number(pageSize), (Number(page) - 1) * Number(pageSize));
      return payload('bestsellerMonthly', url, rows.map(toItem), Number(page), Number(pageSize), total);
    },
  };
}

function toItem({ contentDetail, sortOrder = 1, upDown = null, ...row }) {
  return { sortOrder, ...row, upDown, contentDetail: JSON.parse(contentDetail) };
}

function payload(apiTitle, url, items, currentPage, pageSize, totalCount) {
  const meta = {
    apiTitle,
    apiLink: `http://127.0.0.1${url}`,
    logoUrl: 'http://127.0.0.1/logo.svg',
    pubDate: new Date().toISOString(),
    query: url.slice(url.indexOf('?')),
    version: '1.0',
  };
  return {
    success: true,
    message: 'OK',
    errorCode: null,
    data: { meta, items, currentPage, pageSize, totalCount },
  };
}

export function refusal(status) {
  return { success: false, message: String(status), errorCode: `HTTP_${status}`, data: {} };
}

/** What a peer prints when it listens. */
export function listening(server) {
  console.log(`port ${server.address().port}`);
  process.on('SIGTERM', () => process.exit(0));
}
