import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { appendFileSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { suite, test } from 'node:test';
import { StoreRefused } from '../../src/sql-database.ts';
import { fillBackup, makeBackup, restoreBackup } from '../../src/store/sqlite/backup.ts';
import { CATALOG_FILE, openDatabase } from '../../src/store/sqlite/database.ts';
import { overwritePages } from '../support/damaged-pages.ts';
import { jsonLines } from '../support/json-lines.ts';
import { startShop } from '../support/served-shop.ts';
import {
  ACCOUNT,
  CREATE_ACCOUNT,
  callApi,
  outputOf,
  refusedWith,
  runSeoga,
  runSeogaEach,
  startServer,
} from '../support/server-process.ts';
import { smallShop } from '../support/small-shop.ts';
import { tempDir } from '../support/temp-dir.ts';

suite('backup, restore and verify', () => {
  test('a backup made while serving brings back catalogue, lists, account, key and counts', async (t) => {
    const { server, key } = await startShop(t, ENVIRONMENT);
    const list = '/v1/category/bestsellerMonthly?categoryId=001&date=2026-10-31';
    const before = await callApi(server, list, key);
    assert.equal(before.status, 200);
    const changes = '/v1/goods/changes';
    const followed = `${changes}?cursor=${(await callApi(server, changes, key)).data.nextCursor}`;
    assert.equal((await callApi(server, followed, key)).status, 200);
    const folder = join(tempDir(t), 'copy');
    outputOf(await server.seoga(['backup', folder]));
    assert.equal(statSync(join(folder, 'secrets.json')).mode & 0o077, 0, 'secrets stay the owner’s');
    const revoke = ['key', 'revoke', '--account', ACCOUNT];
    const restore = ['restore', folder];
    const [full, nowhere, revoked, refused] = await server.seogaEach([
      ['backup', folder],
      ['restore'],
      revoke,
      restore,
    ]);
    refusedWith(full, 1, /is not empty/);
    refusedWith(nowhere, 2, /./);
    outputOf(revoked);
    outputOf(await server.seoga(['import', '-'], { input: '{"kind":"remove","itemId":1001}\n' }));
    refusedWith(refused, 1, /A server uses/);
    assert.equal(await server.stop(), 0);

    (await server.seogaEach([restore, ['verify']])).forEach(outputOf);
    const aside = readdirSync(server.dataDir).filter((name) => name.startsWith('before-restore-'));
    assert.equal(aside.length, 1, 'what was there before is kept');
    const since = JSON.parse(readFileSync(join(folder, 'backup.json'), 'utf8')).madeAt;
    const decided = await runSeoga(join(server.dataDir, String(aside[0])), ['audit', '--since', since]);
    assert.match(
      outputOf(decided),
      /^\S+ \S+ key\.revoked account:\d+ .*\n\S+ command feed\.imported feed .*\n$/,
      'what came back',
    );
    const again = await startServer(t, { dataDir: server.dataDir, environment: ENVIRONMENT });
    assert.deepEqual((await callApi(again, list, key)).data.items, before.data.items);
    assert.equal((await callApi(again, followed, key)).status, 400, 'a cursor of before');
    assert.equal(await again.stop(), 0);
  });

  test('a backup that is not whole, or whose list names other files, is refused, and nothing is read or moved', async (t) => {
    const [dataDir, folder] = [tempDir(t), tempDir(t)];
    const now = '2026-11-21T12:00:00+09:00';
    const db = openDatabase(join(dataDir, CATALOG_FILE), { busyTimeoutMs: 0 });
    db.close();
    await makeBackup(dataDir, folder, now);
    const manifest: { files: unknown[] } = JSON.parse(readFileSync(join(folder, 'backup.json'), 'utf8'));
    const outside = join(folder, '..', 'outside.txt');
    writeFileSync(outside, 'outside');
    t.after(() => rmSync(outside, { force: true }));
    const sha256 = createHash('sha256').update('outside').digest('hex');
    const before = readdirSync(dataDir).sort();
    const refuses = (message: RegExp, title: string) =>
      assert.rejects(restoreBackup(folder, dataDir, now), { name: 'StoreRefused', message }, title);
    const paths = ['../outside.txt', outside, 'lists.db/../../outside.txt', 'serve.lock'];
    for (const name of [...paths, 'constructor', 7, null]) {
      const changed = { ...manifest, files: [...manifest.files, { name, bytes: 7, sha256 }] };
      writeFileSync(join(folder, 'backup.json'), JSON.stringify(changed));
      await refuses(/backup\.json names .+, which isn't a file of a backup$/, String(name));
    }
    for (const text of ['{"format":1}', 'null', '{']) {
      writeFileSync(join(folder, 'backup.json'), text);
      await refuses(/backup\.json is damaged$/, text);
    }
    writeFileSync(join(folder, 'backup.json'), '{"format":99,"files":[]}');
    await refuses(/format 99/, 'a format of later');
    rmSync(join(folder, 'backup.json'));
    await refuses(/no whole backup/, 'no list');
    writeFileSync(join(folder, 'backup.json'), JSON.stringify(manifest));
    appendFileSync(join(folder, CATALOG_FILE), 'x');
    await refuses(/catalog\.db has changed/, 'a changed file');
    rmSync(join(folder, CATALOG_FILE));
    await refuses(/catalog\.db is missing/, 'a missing file');
    assert.deepEqual(readdirSync(dataDir).sort(), before);
  });

  test('a backup for which the disk has no room leaves its folder empty, so that the next one can go there', async (t) => {
    const folder = tempDir(t);
    const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
    const fill = (error: Error) =>
      fillBackup(folder, '2026-11-21T12:00:00+09:00', async () => {
        writeFileSync(join(folder, CATALOG_FILE), 'half');
        throw error;
      });
    await assert.rejects(
      fill(full),
      (error) => error instanceof StoreRefused && error.message.includes(folder),
    );
    const bug = new TypeError('a fault of the program');
    await assert.rejects(fill(bug), bug);
    assert.deepEqual(readdirSync(folder), []);
  });

  test('verify finds damaged lists, a damaged item, a stray line and a lost file, and says where', async (t) => {
    const dataDir = tempDir(t);
    const feed = join(tempDir(t), 'shop.jsonl');
    writeFileSync(feed, jsonLines(smallShop));
    const results = await runSeogaEach(dataDir, [['import', feed], ['rank'], CREATE_ACCOUNT, ['verify']]);
    assert.match(results.map(outputOf).at(-1) ?? '', /no problem found\n$/);

    overwritePages(dataDir, 'lists.db', 'list');
    const db = new DatabaseSync(join(dataDir, 'catalog.db'));
    db.exec(`
      UPDATE item SET data = '{' WHERE item_id = 1001; UPDATE item SET title = 'other' WHERE item_id = 1002;
      INSERT INTO sale_return VALUES (1, 1, 0, NULL, 0);
      UPDATE undo SET changes = substr(changes, 1, length(changes) - 1)`);
    db.close();
    rmSync(join(dataDir, 'accounts.db'));
    const broken = await runSeoga(dataDir, ['verify']);
    assert.equal(broken.code, 1);
    for (const found of [
      /^lists\.db\b/m,
      /item 1001: its stored data are damaged/,
      /item 1002: its stored data are damaged/,
      /^import 1 cannot be undone/m,
      /^1 order lines or cancellations belong to no order/m,
      /^accounts\.db is missing/m,
    ])
      assert.match(broken.stdout, found);
  });
});

/** One address for both servers, so that their answers can be compared. */
const ENVIRONMENT = { SEOGA_BASE_URL: 'https://books.example' };
