import assert from 'node:assert/strict';
import { kstDayOf } from '../../src/clock.ts';
import { QUERIES_A_DAY_MAX } from '../../src/search/search-log.ts';
import { BLOCKED_TERMS_MAX, TermRefusedError } from '../../src/search/search-term-admin.ts';
import type { Guarantee } from '../contracts/guarantee.ts';
import type { StateWorld } from '../contracts/state-world.ts';
import { stateTests } from '../store/sql/both-databases.ts';

stateTests('search terms', (test) => {
  blockingGuarantees(test);
  similarGuarantees(test);
  countingGuarantees(test);
});

function blockingGuarantees(test: Guarantee<StateWorld>): void {
  test('a term blocked or allowed anywhere holds for the next call everywhere; terms are listed as written, once', async (setup) => {
    const { searchTerms } = setup;
    const other = setup.another().searchTerms;
    const isBlocked = async (text: string) => {
      const lists = [await searchTerms.blockList(), await other.blockList()];
      return lists.map((list) => list.blocks(text));
    };
    assert.deepEqual(await isBlocked('금서목록'), [false, false]);
    assert.equal(await other.blockTerm('금서'), true);
    assert.deepEqual(await isBlocked('금서목록'), [true, true]);
    for (const [term, isNew] of [
      ['나', true],
      [' Bad  Word', true],
      ['ｂａｄ word', false],
    ] as const)
      assert.equal(await searchTerms.blockTerm(term), isNew, term);
    assert.deepEqual(await isBlocked('bad word'), [true, true]);
    assert.deepEqual((await other.blockList()).terms, ['Bad Word', '금서', '나']);
    for (const [term, isKnown] of [
      ['금 서', false],
      ['금서', true],
      ['금서', false],
    ] as const)
      assert.equal(await searchTerms.allowTerm(term), isKnown, term);
    assert.deepEqual(await isBlocked('금서목록'), [false, false]);
  });

  test('terms that block nothing are refused', async ({ searchTerms }) => {
    for (const term of ['', ' ', '?!', 'a\u0000b', 'a\ud800', '가'.repeat(51)]) {
      await assert.rejects(searchTerms.blockTerm(term), TermRefusedError);
    }
  });

  test('no more terms are blocked than can be looked for, by operators of several instances at once', async (world) => {
    await world.database.query(
      `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < CAST($1 AS integer))
       INSERT INTO blocked_term SELECT 'key' || n, 'key' || n FROM numbers`,
      [BLOCKED_TERMS_MAX - 2],
    );
    const outcomes = await Promise.allSettled(
      [world, world.another(), world.another()].flatMap(({ searchTerms }, at) =>
        ['하나', '둘', '셋'].map((term) => searchTerms.blockTerm(`${term} ${at}`)),
      ),
    );
    const refused = outcomes.filter((one) => one.status === 'rejected');
    assert.equal(refused.length, 7);
    assert.ok(refused.every(({ reason }) => reason instanceof TermRefusedError));
    await world.database.query("DELETE FROM blocked_term WHERE term = 'key1'");
    assert.equal(await world.searchTerms.blockTerm('넷'), true, 'there is room again');
  });
}

function similarGuarantees(test: Guarantee<StateWorld>): void {
  test('words added together make a group; groups that share a word become one, and end by any of their words', async (setup) => {
    const { searchTerms } = setup;
    const other = setup.another().searchTerms;
    const groups = async () => (await searchTerms.similarWords()).groups;
    const holmes = ['셜록 홈스', '셜록 홈즈'];
    assert.deepEqual(await groups(), []);
    assert.deepEqual(await searchTerms.addSimilarWords(holmes), holmes);
    assert.deepEqual(await searchTerms.addSimilarWords(['color', 'colour']), ['color', 'colour']);
    assert.deepEqual(await other.addSimilarWords(['색', '빛깔']), ['빛깔', '색']);
    const colours = ['color', 'colour', '빛깔', '색'];
    assert.deepEqual(await other.addSimilarWords(['ＣＯＬＯＲ', '색']), colours);
    assert.deepEqual(await groups(), [holmes, colours]);
    for (const [word, isKnown] of [
      ['셋', false],
      ['빛깔', true],
      ['color', false],
    ] as const)
      assert.equal(await searchTerms.removeSimilarWords(word), isKnown, word);
    assert.deepEqual(await groups(), [holmes]);
  });

  test('every change, and nothing else, gives another revision', async ({ searchTerms, another }) => {
    const other = another().searchTerms;
    const revision = async () => (await searchTerms.similarWords()).revision;
    const seen = [await revision()];
    await other.addSimilarWords(['하나', '일']);
    seen.push(await revision());
    await searchTerms.addSimilarWords(['일', '하나']);
    await searchTerms.blockTerm('금서');
    await searchTerms.removeSimilarWords('둘');
    assert.equal(await revision(), seen[1]);
    await searchTerms.removeSimilarWords('하나');
    seen.push(await revision());
    assert.equal(new Set(seen).size, 3);
  });
}

function countingGuarantees(test: Guarantee<StateWorld>): void {
  const missed = (query: string) => ({ query, correction: null });
  const DAY_MS = 86_400_000;

  test('queries are counted by text and correction over the days asked for; older days are deleted', async (setup) => {
    const { searchTerms, clock } = setup;
    const today = kstDayOf(clock.nowMs());
    const [similar, spelling] = [
      { kind: 'similar', query: '셜록 홈즈' },
      { kind: 'spelling', query: '셜록 홈런' },
    ] as const;
    for (const query of ['나비', ' 나비', '고래', '?!']) searchTerms.recordQuery(missed(query));
    for (const correction of [similar, similar, spelling])
      searchTerms.recordQuery({ query: '셜록 홈스', correction });
    clock.advance(DAY_MS);
    searchTerms.recordQuery(missed('나비'));
    await searchTerms.flush();
    const expected = [
      { kind: '', query: '나비', used: '', calls: 3, lastDay: today + 1 },
      { kind: 'similar', query: '셜록 홈스', used: '셜록 홈즈', calls: 2, lastDay: today },
      { kind: '', query: '고래', used: '', calls: 1, lastDay: today },
      { kind: 'spelling', query: '셜록 홈스', used: '셜록 홈런', calls: 1, lastDay: today },
    ];
    assert.deepEqual(await searchTerms.listQueryCounts(today), expected);
    const nextDay = [{ kind: '', query: '나비', used: '', calls: 1, lastDay: today + 1 }];
    assert.deepEqual(await setup.another().searchTerms.listQueryCounts(today + 1), nextDay);
    searchTerms.recordQuery(missed('나비'));
    await searchTerms.flush();
    assert.equal((await searchTerms.listQueryCounts(today + 1))[0]?.calls, 2);
    assert.equal(await searchTerms.deleteQueryCountsBefore(today + 1), 4);
    assert.equal(await searchTerms.deleteQueryCountsBefore(today + 1), 0);
    assert.equal((await searchTerms.listQueryCounts(0)).length, 1);
  });

  // Which texts may tell of a person: test/search/search-log.test.ts.
  test('the text of a correction is not written if it may tell of a person', async ({ searchTerms }) => {
    searchTerms.recordQuery({ query: '나비', correction: { kind: 'spelling', query: '4111111111111111' } });
    await searchTerms.flush();
    const rows = await searchTerms.listQueryCounts(0);
    assert.deepEqual(
      rows.map(({ kind, query, used, calls }) => [kind, query, used, calls]),
      [['spelling', '나비', '', 1]],
    );
  });

  test('a day keeps a limited number of texts, and the sum of all calls', async (setup) => {
    const { searchTerms, clock } = setup;
    const today = kstDayOf(clock.nowMs());
    const spare = 10;
    for (let times = 0; times < 2; times++) {
      for (let n = 0; n < QUERIES_A_DAY_MAX + spare; n++) searchTerms.recordQuery(missed(`낱말 ${n}`));
      await searchTerms.flush();
    }
    const rows = await searchTerms.listQueryCounts(today);
    assert.ok(rows.length <= QUERIES_A_DAY_MAX + 1, `${rows.length} rows`);
    assert.equal(rows[0]?.query, '');
    assert.ok(rows.filter(({ query }) => query !== '').every(({ calls }) => calls === 2));
    const calls = rows.reduce((sum, row) => sum + row.calls, 0);
    assert.equal(calls, 2 * (QUERIES_A_DAY_MAX + spare));
    // The next day has room again.
    clock.advance(DAY_MS);
    searchTerms.recordQuery(missed('새 낱말'));
    await searchTerms.flush();
    assert.equal((await searchTerms.listQueryCounts(today + 1))[0]?.query, '새 낱말');
  });
}
