import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { systemClock } from '../../src/clock.ts';
import { createSqliteImportLog } from '../../src/store/sqlite/catalog/import-log.ts';
import { CATALOG_FILE, openDatabase } from '../../src/store/sqlite/database.ts';
import { book } from '../support/small-shop.ts';
import { tempDir } from '../support/temp-dir.ts';
import { feedText } from './feed-kit.ts';
import { finish, runImport, startImport } from './import-process.ts';

const ITEMS = 3000;
const KILLS = 8;
/** More than the kernel keeps of what nobody has read yet. */
const UNREAD_BYTES_MAX = 256 * 1024;

/** A catalogue in which every record tells its version. */
function versionFeed(version: number): string {
  const lines: object[] = [{ kind: 'category', categoryId: '001', categoryName: `version${version}` }];
  for (let itemId = 1; itemId <= ITEMS; itemId++) {
    lines.push(book(itemId, `제목 version${version}`, { salePrice: version, categoryIds: ['001'] }));
    lines.push({
      kind: 'sale',
      orderId: `V${version}-${itemId}`,
      lineNo: 1,
      itemId,
      quantity: version,
      soldAt: '2026-11-20T10:00:00+09:00',
    });
  }
  return feedText(lines);
}

/** The version of the catalogue, after a look at all of it. Fails when it is a mixture. */
async function wholeVersion(path: string, hint: string): Promise<number> {
  const db = openDatabase(path, { busyTimeoutMs: 1000 });
  try {
    const all = (sql: string) =>
      db
        .prepare(sql)
        .all()
        .map((row) => Object.values(row));
    assert.deepEqual(all('PRAGMA integrity_check'), [['ok']], hint);
    const items = all('SELECT sale_price, count(*) FROM item GROUP BY 1');
    const version = Number(items[0]?.[0]);
    assert.deepEqual(items, [[version, ITEMS]], hint);
    assert.deepEqual(all('SELECT category_name FROM category'), [[`version${version}`]], hint);
    assert.deepEqual(
      all('SELECT title, count(*) FROM item GROUP BY 1'),
      [[`제목 version${version}`, ITEMS]],
      hint,
    );
    assert.deepEqual(all('SELECT quantity, count(*) FROM sale GROUP BY 1').at(-1), [version, ITEMS], hint);
    assert.deepEqual(all('SELECT revision FROM catalog_state'), [[version]], hint);
    assert.deepEqual(
      all('SELECT texts, count(*) FROM search_text GROUP BY 1').map(([texts, count]) => [
        String(texts).includes(`"제목 version${version}"`),
        count,
      ]),
      [[true, ITEMS]],
      hint,
    );
    return version;
  } finally {
    db.close();
  }
}

/** Of every attempt in the log, newest first. */
async function outcomesOf(path: string): Promise<string[]> {
  const db = openDatabase(path, { busyTimeoutMs: 1000 });
  try {
    return (await createSqliteImportLog(db).list(1000)).map(({ outcome }) => outcome);
  } finally {
    db.close();
  }
}

test('kill -9 at any moment leaves the catalogue before or after the import, whole, and the next import completes', async (t) => {
  const folder = tempDir(t);
  const path = join(folder, CATALOG_FILE);
  const file = join(folder, 'feed.jsonl');
  let version = 1;
  const startMs = systemClock.monotonicMs();
  await runImport(folder, ['-'], versionFeed(1));
  const wholeMs = systemClock.monotonicMs() - startMs;
  assert.equal(await wholeVersion(path, 'first import'), 1);

  let kills = 0;
  let begun = 0;
  for (let round = 0; kills < KILLS; round++) {
    const feed = versionFeed(version + 1);
    const share = Math.random();
    const isPiped = round % 2 === 0;
    const hint = `killed after ${share} of the ${isPiped ? 'feed' : 'time'}`;
    writeFileSync(file, feed);
    const child = startImport(folder, ['--force', isPiped ? '-' : file]);
    const end = finish(child);
    if (isPiped) {
      // Half of the kills meet an import that waits for the rest, or one that has not begun to read.
      child.stdin.on('error', () => {});
      const part = Buffer.from(feed.slice(0, feed.length * share));
      if (part.length > UNREAD_BYTES_MAX) begun++;
      await new Promise<void>((resolve) => child.stdin.write(part, () => resolve()));
    } else {
      // The others come at any moment, be it the start, the commit or after it.
      await Promise.race([setTimeout(wholeMs * share), end]);
    }
    child.kill('SIGKILL');
    const { signal } = await end;
    if (signal === 'SIGKILL') kills++;
    const found = await wholeVersion(path, hint);
    assert.ok(
      found === version || (!isPiped && found === version + 1),
      `${hint}: version ${found} after ${version}`,
    );
    version = found;
  }

  const { code, stdout } = await runImport(folder, ['--force', '-'], versionFeed(version + 1));
  assert.equal(code, 0);
  assert.match(stdout, /item +3,000 changed\n {2}sale +3,000 added/);
  assert.equal(await wholeVersion(path, 'restart'), version + 1);

  // Those that had read some of the pipe had begun for certain; the others may not have opened their entry.
  const outcomes = await outcomesOf(path);
  assert.equal(outcomes.at(0), 'imported');
  assert.equal(outcomes.at(-1), 'imported');
  const unfinished = outcomes.filter((outcome) => outcome === 'unfinished').length;
  assert.ok(unfinished >= begun && unfinished <= KILLS, outcomes.join());
});
