import assert from 'node:assert/strict';
import { kstDayOf } from '../../../src/clock.ts';
import { CORRECTION_KINDS } from '../../../src/search/search-index.ts';
import { type SearchTermAdmin, TermRefusedError } from '../../../src/search/search-term-admin.ts';
import {
  BLOCKED_TERMS_MAX,
  QUERIES_A_DAY_MAX,
  SIMILAR_WORDS_MAX,
} from '../../../src/search/search-term-bounds.ts';
import type { FixedClock } from '../../support/fixed-clock.ts';
import { contractOf, type Guarantee } from '../guarantee.ts';

/** An empty store at the contract's disposal. */
export interface SearchTermAdminSetup {
  readonly searchTerms: SearchTermAdmin;
  /** The same store through another connection, as the command line uses it. */
  readonly other: SearchTermAdmin;
  readonly clock: FixedClock;
  /** Resolves when all counts noted so far are written. */
  flush(): Promise<void>;
}

/** What every adapter of the SearchTermAdmin port guarantees. */
export const searchTermAdminContract = contractOf<SearchTermAdminSetup>((test) => {
  blockingGuarantees(test);
  similarGuarantees(test);
  countingGuarantees(test);
});

function blockingGuarantees(test: Guarantee<SearchTermAdminSetup>): void {
  test('a term blocked or allowed anywhere holds for the next call everywhere', async ({
    searchTerms,
    other,
  }) => {
    const isBlocked = async (text: string) => {
      const lists = [await searchTerms.blockList(), await other.blockList()];
      return lists.map((list) => list.blocks(text));
    };
    assert.deepEqual(await isBlocked('금서목록'), [false, false]);
    assert.equal(await other.blockTerm('금서'), true);
    assert.deepEqual(await isBlocked('금서목록'), [true, true]);
    assert.equal(await searchTerms.blockTerm('bad'), true);
    assert.deepEqual(await isBlocked('Bad'), [true, true]);
    assert.equal(await searchTerms.allowTerm('금 서'), false);
    assert.equal(await searchTerms.allowTerm('금서'), true);
    assert.deepEqual(await isBlocked('금서목록'), [false, false]);
    assert.equal(await searchTerms.allowTerm('금서'), false);
  });

  test('every decision about a term is kept with its reason and who made it, newest first', async ({
    searchTerms,
    other,
    clock,
  }) => {
    await searchTerms.blockTerm('bad', 'account:3', '법원의 결정');
    await searchTerms.blockTerm('ＢＡＤ', 'account:4', 'blocked already');
    await other.allowTerm('없는 말', 'account:4', 'not blocked');
    clock.advance(1000);
    await other.allowTerm('ＢＡＤ', 'account:4');
    const decisions = await searchTerms.listTermDecisions(10);
    const nowMs = clock.nowMs();
    assert.deepEqual(decisions, [
      { term: 'bad', action: 'allowed', reason: '', actor: 'account:4', decidedAtMs: nowMs },
      {
        term: 'bad',
        action: 'blocked',
        reason: '법원의 결정',
        actor: 'account:3',
        decidedAtMs: nowMs - 1000,
      },
    ]);
    assert.deepEqual(await searchTerms.listTermDecisions(1), decisions.slice(0, 1));
  });

  test('terms are listed as written, once, in the order of their text', async ({ searchTerms }) => {
    for (const term of ['나', ' Bad  Word', '가']) assert.equal(await searchTerms.blockTerm(term), true);
    assert.equal(await searchTerms.blockTerm('ｂａｄ word'), false);
    assert.deepEqual((await searchTerms.blockList()).terms, ['Bad Word', '가', '나']);
  });

  test('terms that block nothing, and more than can be looked for, are refused', async ({ searchTerms }) => {
    for (const term of ['', ' ', '?!', 'a\u0000b', 'a\ud800', '가'.repeat(51)]) {
      await assert.rejects(
        searchTerms.blockTerm(term),
        (error) => error instanceof TermRefusedError && error.message.isWellFormed(),
      );
    }
    for (let n = 0; n < BLOCKED_TERMS_MAX; n++) await searchTerms.blockTerm(`word${n}`);
    await assert.rejects(searchTerms.blockTerm('one more'), TermRefusedError);
    assert.equal((await searchTerms.blockList()).terms.length, BLOCKED_TERMS_MAX);
    assert.equal(await searchTerms.allowTerm('word7'), true);
    assert.equal(await searchTerms.blockTerm('one more'), true);
  });
}

function similarGuarantees(test: Guarantee<SearchTermAdminSetup>): void {
  test('words added together make a group, and groups that share a word become one', async ({
    searchTerms,
    other,
  }) => {
    assert.deepEqual((await searchTerms.similarWords()).groups, []);
    assert.deepEqual(await searchTerms.addSimilarWords(['셜록 홈스', '셜록 홈즈']), [
      '셜록 홈스',
      '셜록 홈즈',
    ]);
    assert.deepEqual(await searchTerms.addSimilarWords(['color', 'colour']), ['color', 'colour']);
    assert.deepEqual(await other.addSimilarWords(['색', '빛깔']), ['빛깔', '색']);
    assert.deepEqual(await other.addSimilarWords(['ＣＯＬＯＲ', '색']), ['color', 'colour', '빛깔', '색']);
    const { groups } = await searchTerms.similarWords();
    assert.deepEqual(groups, [
      ['셜록 홈스', '셜록 홈즈'],
      ['color', 'colour', '빛깔', '색'],
    ]);
  });

  test('a group ends by any of its words', async ({ searchTerms }) => {
    await searchTerms.addSimilarWords(['하나', '일']);
    await searchTerms.addSimilarWords(['둘', '이']);
    assert.equal(await searchTerms.removeSimilarWords('셋'), false);
    assert.equal(await searchTerms.removeSimilarWords('일'), true);
    assert.equal(await searchTerms.removeSimilarWords('하나'), false);
    assert.deepEqual((await searchTerms.similarWords()).groups, [['둘', '이']]);
    assert.deepEqual(await searchTerms.addSimilarWords(['일', '하나']), ['일', '하나']);
  });

  test('every change, and nothing else, gives another revision', async ({ searchTerms, other }) => {
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

  test('one word alone and groups that are too large are refused, and nothing is changed', async ({
    searchTerms,
  }) => {
    for (const words of [[], ['하나'], ['one', 'ONE'], ['하나', '?!']]) {
      await assert.rejects(searchTerms.addSimilarWords(words), TermRefusedError);
    }
    const words = Array.from({ length: SIMILAR_WORDS_MAX }, (_, n) => `word${n}`);
    await searchTerms.addSimilarWords(words);
    const before = await searchTerms.similarWords();
    await assert.rejects(searchTerms.addSimilarWords(['word3', 'one more']), TermRefusedError);
    assert.deepEqual(await searchTerms.similarWords(), before);
  });
}

function countingGuarantees(test: Guarantee<SearchTermAdminSetup>): void {
  const missed = (query: string) => ({ query, correction: null });

  test('queries are counted by day, text and correction', async ({ searchTerms, other, clock, flush }) => {
    const today = kstDayOf(clock.nowMs());
    const correction = { kind: 'similar', query: '셜록 홈즈' } as const;
    for (const query of ['나비', ' 나비', '고래', '?!']) searchTerms.recordQuery(missed(query));
    searchTerms.recordQuery({ query: '셜록 홈스', correction });
    clock.advance(86_400_000);
    searchTerms.recordQuery(missed('나비'));
    await flush();
    const expected = [
      { day: today + 1, query: '나비', correction: null, calls: 1 },
      { day: today, query: '나비', correction: null, calls: 2 },
      { day: today, query: '고래', correction: null, calls: 1 },
      { day: today, query: '셜록 홈스', correction, calls: 1 },
    ];
    assert.deepEqual(await searchTerms.listQueryCounts(today), expected);
    assert.deepEqual(await other.listQueryCounts(today + 1), expected.slice(0, 1));
    searchTerms.recordQuery(missed('나비'));
    await flush();
    assert.equal((await searchTerms.listQueryCounts(today + 1))[0]?.calls, 2);
  });

  test('every kind of correction is counted', async ({ searchTerms, clock, flush }) => {
    for (const kind of CORRECTION_KINDS)
      searchTerms.recordQuery({ query: kind, correction: { kind, query: '나비' } });
    await flush();
    const counts = await searchTerms.listQueryCounts(kstDayOf(clock.nowMs()));
    assert.deepEqual(counts.map(({ correction }) => correction?.kind).sort(), [...CORRECTION_KINDS].sort());
  });

  test('texts that may tell of a person are counted, and not written', async ({
    searchTerms,
    clock,
    flush,
  }) => {
    for (const query of ['a@books.example', '010-1234-5678']) searchTerms.recordQuery(missed(query));
    searchTerms.recordQuery({
      query: 'b@books.example',
      correction: { kind: 'spelling', query: '4111111111111111' },
    });
    searchTerms.recordQuery({ query: '나비', correction: { kind: 'spelling', query: '4111111111111111' } });
    await flush();
    const rows = await searchTerms.listQueryCounts(kstDayOf(clock.nowMs()));
    assert.deepEqual(
      rows.map(({ query, correction, calls }) => [query, correction?.query, calls]),
      [
        ['', undefined, 2],
        ['', '', 1],
        ['나비', '', 1],
      ],
    );
  });

  test('a day keeps a limited number of texts, and the sum of all calls', async ({
    searchTerms,
    clock,
    flush,
  }) => {
    const today = kstDayOf(clock.nowMs());
    const spare = 10;
    const noteAll = () => {
      for (let n = 0; n < QUERIES_A_DAY_MAX + spare; n++) searchTerms.recordQuery(missed(`낱말 ${n}`));
    };
    noteAll();
    await flush();
    noteAll();
    await flush();
    const rows = await searchTerms.listQueryCounts(today);
    assert.ok(rows.length <= QUERIES_A_DAY_MAX + 1, `${rows.length} rows`);
    assert.deepEqual(rows[0], { day: today, query: '', correction: null, calls: rows[0]?.calls });
    assert.ok(rows.filter(({ query }) => query !== '').every(({ calls }) => calls === 2));
    const calls = rows.reduce((sum, row) => sum + row.calls, 0);
    assert.equal(calls, 2 * (QUERIES_A_DAY_MAX + spare));
    // The next day has room again.
    clock.advance(86_400_000);
    searchTerms.recordQuery(missed('새 낱말'));
    await flush();
    assert.equal((await searchTerms.listQueryCounts(today + 1))[0]?.query, '새 낱말');
  });

  test('counts older than a day are deleted', async ({ searchTerms, clock, flush }) => {
    const today = kstDayOf(clock.nowMs());
    for (const query of ['하나', '둘', '셋']) {
      searchTerms.recordQuery(missed(query));
      clock.advance(86_400_000);
    }
    await flush();
    assert.equal(await searchTerms.deleteQueryCountsBefore(today + 1), 1);
    const queries = (await searchTerms.listQueryCounts(0)).map(({ query }) => query);
    assert.deepEqual(queries, ['셋', '둘']);
    assert.equal(await searchTerms.deleteQueryCountsBefore(today + 1), 0);
  });
}
