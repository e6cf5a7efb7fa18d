import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { Readable } from 'node:stream';
import { importFeed } from '../../../src/ingest/import-feed.ts';
import { runRankings } from '../../../src/rankings/run/ranking-run.ts';
import type { StoreFile } from '../../../src/store/schema.ts';
import { CATALOG_FILE, FILE_NAMES, migrate, openDatabase } from '../../../src/store/sqlite/database.ts';
import { BUYER_KEY, PLAIN_SETTINGS } from '../../rankings/ranking-world.ts';
import { feedStoreOf } from '../../support/feed-store.ts';
import { fixedClock } from '../../support/fixed-clock.ts';
import { jsonLines } from '../../support/json-lines.ts';
import { sessionsAt } from '../../support/sessions-at.ts';
import { smallShop } from '../../support/small-shop.ts';
import { type Cleanup, tempDir } from '../../support/temp-dir.ts';

/** 2026-11-21 in Korea, as a day number. */
export const TODAY = 20_778;

type StoreFiles = Readonly<Record<StoreFile, DatabaseSync>> & { readonly folder: string };

export function storeFiles(t: Cleanup, folder = tempDir(t)): StoreFiles {
  const open = (file: StoreFile) => {
    const db = openDatabase(join(folder, FILE_NAMES[file]), { busyTimeoutMs: 1000 });
    t.after(() => db.close());
    migrate(db, file);
    return db;
  };
  return { accounts: open('accounts'), catalog: open('catalog'), lists: open('lists'), folder };
}

/** A small shop with its lists, and accounts with rows in every table. */
export async function fullStore(t: Cleanup): Promise<StoreFiles> {
  const files = storeFiles(t);
  const clock = fixedClock('2026-11-21T12:00:00+09:00');
  const path = join(files.folder, CATALOG_FILE);
  const feed = (lines: readonly object[]) =>
    importFeed({
      store: feedStoreOf(path, clock, { buyerKey: BUYER_KEY }),
      input: Readable.from([jsonLines(lines)]),
      clock,
      strict: false,
      dryRun: false,
      source: { name: 'shop.jsonl', actor: 'account:1', bytes: 7 },
    });
  await feed(smallShop);
  await feed([
    { kind: 'cancel', orderId: '2026-11-20-1002', lineNo: 1, cancelledAt: '2026-11-20T12:00:00+09:00' },
  ]);
  for (const kind of ['tally', 'refresh'] as const)
    await runRankings({ open: sessionsAt(files.folder), clock, kind, settings: PLAIN_SETTINGS });
  files.accounts.exec(ACCOUNT_ROWS);
  return files;
}

const HASH = (byte: string) => `x'${byte.repeat(32)}'`;

const ACCOUNT_ROWS = `
  INSERT INTO account VALUES
    (3, 'a@books.example', '김 서가', 'free', 'owner', 'user-a', 1, 0, NULL, NULL, NULL, 100, 'scrypt$x', 0, 0, ${TODAY * 2}),
    (8, 'b@books.example', 'Z', 'partner', 'developer', 'user-b', 0, 1, 2.5, 40, 9000, 200, NULL, 1, 1, 0),
    (11, 'c@books.example', 'gone', 'free', 'developer', 'user-c', 0, 0, NULL, NULL, NULL, 300, NULL, 1, 1, 0);
  INSERT INTO api_key VALUES
    (2, ${HASH('a1')}, 3, 'abcd', 'wxyz', 1, 9, '서점', 'https://books.example', '책 "찾기", \t한 줄', 1),
    (5, ${HASH('a2')}, 3, 'bbbb', 'cccc', 10, NULL, NULL, NULL, NULL, NULL),
    (6, ${HASH('a3')}, NULL, '', '', 0, 0, NULL, NULL, NULL, NULL);
  DELETE FROM account WHERE account_id = 11;
  INSERT INTO mailed_link VALUES (${HASH('01')}, 'sign-up', NULL, 'p@books.example', 7),
    (${HASH('02')}, 'sign-up', NULL, 'q@books.example', 8),
    (${HASH('04')}, 'reset', 3, 'a@books.example', 9),
    (${HASH('05')}, 'address', 3, 'new@books.example', 9);
  INSERT INTO portal_session VALUES (${HASH('05')}, 3, 10, 1, 2, NULL, '서울', 'agent'),
    (${HASH('06')}, 8, 11, 1, 2, ${HASH('07')}, '', '');
  INSERT INTO provider_connection VALUES ('kakao', 'Z9', 3, 1), ('kakao', 'a1', 8, 1), ('naver', '가', 3, 2);
  INSERT INTO second_factor VALUES (3, x'0102', NULL, 0), (8, x'03', 5, 77);
  INSERT INTO recovery_code VALUES (8, ${HASH('08')}), (8, ${HASH('09')});
  INSERT INTO usage_total VALUES (3, ${TODAY - 1}, 4), (3, ${TODAY}, 47), (8, ${TODAY - 5}, 1);
  INSERT INTO usage_day VALUES
    (3, ${TODAY - 1}, 'itemList', 2, 4), (3, ${TODAY}, 'itemDetail', 2, 40), (3, ${TODAY}, 'itemDetail', 4, 2),
    (8, ${TODAY - 5}, 'author', 2, 1), (3, ${TODAY}, 'itemList', 0, 2);
  INSERT INTO add_on_click VALUES (3, ${TODAY}, 1001, 3);
  INSERT INTO recent_calls VALUES
    (3, 70368744177665, 7, 20, 2, '[[20,"itemList","query=a%20b",200,"",1.5],[20,"author","",404,"AUTHOR_404",0.1]]'),
    (8, 1, 1, 3, 1, '[[3,"author","",500,"COMMON_500",2,{"isTestRun":true,"requestId":"6f1a"}]]');
  INSERT INTO count_writer VALUES (70368744177665, 7, 5);
  INSERT INTO call_time VALUES (3, ${TODAY}, '{"4":40,"5":2}');
  INSERT INTO operator_mail VALUES ('quota', 1);
  INSERT INTO quota_request VALUES (4, 3, 9000, '이유', 'approved', 8000, '', 1, 2), (6, 8, 10, 'r', 'waiting', NULL, 'n', 3, NULL);
  INSERT INTO mail VALUES (7, 'a@books.example', '메일', '본문', 1, 2);
  INSERT INTO audit VALUES (1, 5, 'command', 'key.issued', 'account:3', '{"a":1}'), (4, 6, 'account:3', 'x', 'y', '{}');
  INSERT INTO operator_token VALUES (2, '창고', ${HASH('0a')}, 1, 2), (3, '창고', ${HASH('0b')}, 3, NULL);
  INSERT INTO feed_receipt VALUES ('창고', 'k-1', 'f-1', 1, 200, '{"x":"\uD83D\uDCDA"}');
  INSERT INTO feed_mapping VALUES ('엑셀', '{}', 12);
  UPDATE search_term_state SET blocked_revision = 3, similar_revision = 4;
  INSERT INTO blocked_term VALUES ('금서', '금서'), ('Zz', 'zz');
  INSERT INTO term_decision VALUES (3, 5, 'account:3', '금서', 'blocked', '이유'), (4, 6, 'system', 'b', 'allowed', '');
  INSERT INTO similar_word VALUES ('책', '책', 1), ('도서', '도서', 1);
  INSERT INTO search_query_day VALUES (${TODAY}, '', '없는말', '', 3), (${TODAY}, 'spelling', 'a', 'B', 1);`;

export function dump({ accounts, catalog, lists }: StoreFiles) {
  const rows = (db: DatabaseSync) => rowsOf(db, movedNames(db));
  return { accounts: rows(accounts), catalog: rows(catalog), lists: rows(lists) };
}

/** Without the calls of the last hour, which aren't moved. */
export function movedNames(db: DatabaseSync): string[] {
  return tableNames(db, `name NOT LIKE 'sqlite_stat%' AND name <> 'call_minute'`);
}

function rowsOf(db: DatabaseSync, tables: readonly string[]): Readonly<Record<string, readonly object[]>> {
  const inOrder = (rows: readonly object[]) =>
    rows.map((row) => ({ ...row })).sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  return Object.fromEntries(tables.map((name) => [name, inOrder(db.prepare(`SELECT * FROM ${name}`).all())]));
}

function tableNames(db: DatabaseSync, condition: string): string[] {
  return db
    .prepare(`SELECT name FROM sqlite_schema WHERE type = 'table' AND ${condition} ORDER BY name`)
    .all()
    .map(({ name }) => String(name));
}
