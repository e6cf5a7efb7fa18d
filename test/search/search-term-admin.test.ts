import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createBlockList, createSearchTermAdmin, termKey } from '../../src/search/search-term-admin.ts';
import { StoreUnavailableError } from '../../src/sql-database.ts';
import { createAccountsDatabase } from '../../src/store/sqlite/databases.ts';
import { accountsFile } from '../store/sqlite/accounts/accounts-file.ts';
import { fixedClock } from '../support/fixed-clock.ts';
import { fc } from '../support/properties.ts';

function setUp(t: TestContext) {
  const file = accountsFile(t);
  const clock = fixedClock('2026-11-20T12:00:00+09:00');
  const writeErrors: unknown[] = [];
  const onWriteError = (error: unknown) => writeErrors.push(error);
  const database = createAccountsDatabase(file.connect());
  const searchTerms = createSearchTermAdmin({ database, clock, onWriteError });
  return { ...file, searchTerms, writeErrors, flush: searchTerms.flush };
}

const NABI = { query: '나비', correction: null };

test('counts are written by themselves after five seconds, not before', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { searchTerms } = setUp(t);
  searchTerms.recordQuery(NABI);
  searchTerms.recordQuery(NABI);
  t.mock.timers.tick(4_999);
  assert.deepEqual(await searchTerms.listQueryCounts(0), []);
  t.mock.timers.tick(1);
  await nextTurn();
  assert.equal((await searchTerms.listQueryCounts(0))[0]?.calls, 2);
  searchTerms.recordQuery(NABI);
  t.mock.timers.tick(5_000);
  await nextTurn();
  assert.equal((await searchTerms.listQueryCounts(0))[0]?.calls, 3);
});

test('behind a writer that does not end, changes fail, and counts are kept, reported, and written later', async (t) => {
  const { searchTerms, connect, writeErrors, flush } = setUp(t);
  const writer = connect();
  writer.exec('BEGIN IMMEDIATE');
  searchTerms.recordQuery(NABI);
  await flush();
  assert.equal(writeErrors.length, 1);
  assert.ok(writeErrors[0] instanceof StoreUnavailableError);
  assert.match(String(writeErrors[0].cause), /locked/);
  await assert.rejects(searchTerms.blockTerm('금서'), StoreUnavailableError);
  writer.exec('COMMIT');
  searchTerms.recordQuery(NABI);
  // Two at once write every call once.
  await Promise.all([flush(), flush()]);
  assert.equal((await searchTerms.listQueryCounts(0))[0]?.calls, 2);
  assert.deepEqual((await searchTerms.blockList()).terms, []);
});

test('calls that are noted while a batch is being written are counted', async (t) => {
  const { searchTerms, flush } = setUp(t);
  searchTerms.recordQuery(NABI);
  const written = flush();
  searchTerms.recordQuery(NABI);
  await written;
  await flush();
  assert.equal((await searchTerms.listQueryCounts(0))[0]?.calls, 2);
});

test('every change is in the audit log with its actor, and no word is', async (t) => {
  const { searchTerms, connect } = setUp(t);
  const actor = 'account:1';
  await searchTerms.blockTerm('홍길동', actor);
  await searchTerms.blockTerm('홍길동', actor);
  await searchTerms.allowTerm('홍길동', actor);
  await searchTerms.addSimilarWords(['홈스', '홈즈', '홈스 씨'], actor);
  await searchTerms.removeSimilarWords('홈스', actor);
  const rows = connect().prepare('SELECT actor, action, target, detail FROM audit ORDER BY audit_id').all();
  assert.deepEqual(
    rows.map((row) => [row.actor, row.action, row.target, row.detail]),
    [
      ['account:1', 'search.blocked', 'search', '{"entries":1}'],
      ['account:1', 'search.allowed', 'search', '{"entries":1}'],
      ['account:1', 'search.similar-added', 'search', '{"entries":3}'],
      ['account:1', 'search.similar-removed', 'search', '{"entries":3}'],
    ],
  );
});

function blocks(term: string, text: string): boolean {
  return createBlockList([term]).blocks(text);
}

/** A term, texts that it blocks, and texts that it doesn't. */
const TERMS: readonly (readonly [term: string, blocked: readonly string[], others?: readonly string[]])[] = [
  // The words of a term in their order, whatever stands between.
  [
    '나쁜 책',
    ['나쁜 책', '아주 나쁜 책 이야기', '나쁜 사람의 책', '나쁜책'],
    ['책 나쁜', '나쁜', '나 쁘다 책', ''],
  ],
  // Hangul inside words and across blanks, Latin words whole.
  ['금서', ['금서', '금 서', '금서목록', '조선금서', '『금·서』', '금서'.normalize('NFD')], ['금지된 서적']],
  ['금 서', ['금서']],
  ['금서'.normalize('NFD'), ['금서']],
  ['bad', ['bad', 'a bad book', 'BAD!'], ['badminton', 'notbad', 'b a d']],
  ['bad books', [], ['badbooks']],
  ['bad BOOK', ['Bad Book', 'ＢＡＤ ｂｏｏｋ', 'bad-book', '"bad", book']],
  ['C++', ['c++ 입문']],
  // Signs inside words lead around no term, as they hide nothing from search.
  ['bad', ['b-a-d', 'b.a.d', "b'ad", 'b\u200bad', 'a B-ad book']],
  ['spider-man', ['spider-man', 'spiderman', 'spider man']],
  ['spiderman', ['spider-man'], ['spider man']],
  ['man', ['spider-man']],
];

for (const [term, blocked, others = []] of TERMS)
  test(`what ${term} blocks`, () => {
    for (const text of blocked) assert.equal(blocks(term, text), true, text);
    for (const text of others) assert.equal(blocks(term, text), false, text);
  });

test('one of many terms is enough, and a list without terms or with empty ones blocks nothing', () => {
  assert.equal(createBlockList(['하나', '둘', 'three']).blocks('책 three'), true);
  for (const terms of [[], [''], ['!!', ' ']]) {
    for (const text of ['', '!!', '금서', 'bad']) assert.equal(createBlockList(terms).blocks(text), false);
  }
});

test('every text blocks itself and what holds it, and no text breaks the search', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 12 });
  fc.assert(
    fc.property(text, text, text, (term, before, after) => {
      const expected = termKey(term) !== '';
      assert.equal(blocks(term, term), expected);
      assert.equal(blocks(term, `${before} ${term} ${after}`), expected);
    }),
  );
});

test('terms that search cannot tell apart have one key, others have not', () => {
  assert.equal(termKey('Sherlock  HOLMES'), termKey('ｓｈｅｒｌｏｃｋ holmes!'));
  assert.notEqual(termKey('sherlock holmes'), termKey('sherlockholmes'));
  assert.equal(termKey('?!'), '');
});
