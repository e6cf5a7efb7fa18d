import { insertAuditLine } from '../base/audit-line.ts';
import { type SqlDatabase, type SqlOptions, StoreUnavailableError, type Writer } from '../sql-database.ts';
import { foldText } from './fold/fold-text.ts';
import { createSearchLog, type SearchLogOptions } from './search-log.ts';
import { unitSpellings } from './tokenise.ts';

export const TERM_LENGTH_MAX = 50;
/** Maximum number of blocked terms, because every query is compared with each. */
export const BLOCKED_TERMS_MAX = 1000;
export const SIMILAR_WORDS_MAX = 20;
const SIMILAR_GROUPS_MAX = 10_000;
const TERM_DECISIONS_MAX = 1000;

export interface SimilarWords {
  readonly revision: number;
  readonly groups: readonly (readonly string[])[];
}

interface TermDecision {
  readonly term: string;
  readonly action: 'blocked' | 'allowed';
  readonly reason: string;
  readonly actor: string;
  readonly decidedAtMs: number;
}

type TermRefusal =
  | 'termTooLong'
  | 'nothingSearchable'
  | 'tooManyTerms'
  | 'tooFewWords'
  | 'tooManyWords'
  | 'tooManyGroups';

export class TermRefusedError extends Error {
  override name = 'TermRefusedError';
  readonly refusal: TermRefusal;
  /** The limit that was exceeded; 0 if there is none. */
  readonly max: number;

  constructor(refusal: TermRefusal, max = 0) {
    super(refusal);
    this.refusal = refusal;
    this.max = max;
  }
}

export type SearchTermAdmin = ReturnType<typeof createSearchTermAdmin>;

/** Operators' settings for search, and statistics for them. Every change commits together with the actor's audit line. */
export function createSearchTermAdmin(options: SearchLogOptions) {
  return { ...blockedTerms(options), ...similarWords(options), ...createSearchLog(options) };
}

type Subject = 'blocked' | 'similar';

/** Runs `work`, which returns the number of changed entries. If the number is 0, nothing is logged, and the result is false. */
function changeTerms(
  { database, clock }: SqlOptions,
  subject: Subject,
  action: string,
  actor: string,
  work: (transaction: Writer) => Promise<number>,
): Promise<boolean> {
  return database.transaction(async (transaction) => {
    await transaction.queryLocked('SELECT id FROM search_term_state');
    const entries = await work(transaction);
    if (entries === 0) return false;
    await transaction.query(`UPDATE search_term_state SET ${subject}_revision = ${subject}_revision + 1`);
    // The audit line omits the words: they may name a person, and the log can't be erased.
    const line = { atMs: clock.nowMs(), actor, action, target: 'search', detail: { entries } };
    await insertAuditLine(transaction, 'audit', line);
    return true;
  });
}

function blockedTerms(options: SqlOptions) {
  const { database, clock } = options;
  const current = perRevision(database, 'blocked', async () => {
    const rows = await database.query<{ term: string }>('SELECT term FROM blocked_term ORDER BY term');
    return createBlockList(rows.map(({ term }) => term));
  });
  type Decision = Pick<TermDecision, 'action' | 'actor' | 'reason'>;
  const decide = ({ action, actor, reason }: Decision, change: string, values: readonly string[]) =>
    changeTerms(options, 'blocked', `search.${action}`, actor, async (transaction) => {
      const [changed] = await transaction.query<{ term: string }>(change, values);
      if (changed === undefined) return 0;
      await transaction.query(
        `INSERT INTO term_decision (decision_no, decided_at_ms, actor, term, action, reason)
         SELECT coalesce(max(decision_no), 0) + 1, $1, $2, $3, $4, $5
         FROM term_decision`,
        [clock.nowMs(), actor, changed.term, action, reason],
      );
      await transaction.query(
        `DELETE FROM term_decision
         WHERE decision_no <= (SELECT max(decision_no) FROM term_decision) - ${TERM_DECISIONS_MAX}`,
      );
      const [row] = await transaction.query<{ terms: number }>('SELECT count(*) AS terms FROM blocked_term');
      if ((row?.terms ?? 0) > BLOCKED_TERMS_MAX)
        throw new TermRefusedError('tooManyTerms', BLOCKED_TERMS_MAX);
      return 1;
    });
  return {
    blockList: async (): Promise<BlockList> => (await current()).value,
    async blockTerm(text: string, actor = 'system', reason = ''): Promise<boolean> {
      const term = checkTerm(text);
      const insert =
        'INSERT INTO blocked_term (term_key, term) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING term';
      return decide({ action: 'blocked', actor, reason }, insert, [termKey(term), term]);
    },
    allowTerm: (text: string, actor = 'system', reason = ''): Promise<boolean> =>
      decide(
        { action: 'allowed', actor, reason },
        'DELETE FROM blocked_term WHERE term_key = $1 RETURNING term',
        [termKey(text)],
      ),
    listTermDecisions: (limit: number) =>
      database.query<TermDecision>(
        `SELECT term, action, reason, actor, decided_at_ms AS "decidedAtMs"
         FROM term_decision
         ORDER BY decision_no DESC
         LIMIT $1`,
        [limit],
      ),
  };
}

function checkTerm(text: string): string {
  const term = text.replace(/\s+/gu, ' ').trim();
  if ([...term].length > TERM_LENGTH_MAX) throw new TermRefusedError('termTooLong', TERM_LENGTH_MAX);
  if (!term.isWellFormed() || /\p{Cc}/u.test(term) || termKey(term) === '')
    throw new TermRefusedError('nothingSearchable');
  return term;
}

function similarWords(options: SqlOptions) {
  const { database } = options;
  const current = perRevision(database, 'similar', async () => {
    const rows = await database.query<{ word: string; group_id: number }>(
      'SELECT word, group_id FROM similar_word ORDER BY group_id, word',
    );
    const groups = Map.groupBy(rows, ({ group_id }) => group_id);
    return [...groups.values()].map((words) => words.map(({ word }) => word));
  });
  return {
    async similarWords(): Promise<SimilarWords> {
      const { revision, value: groups } = await current();
      return { revision, groups };
    },
    /** Merges words and the groups that have them into one group, and returns the group. Throws TermRefusedError. */
    async addSimilarWords(texts: readonly string[], actor = 'system'): Promise<readonly string[]> {
      // Words that search treats as equal count as one.
      const words = new Map(texts.map(checkTerm).map((word) => [termKey(word), word]));
      if (words.size < 2) throw new TermRefusedError('tooFewWords');
      let group: readonly string[] = [];
      await changeTerms(options, 'similar', 'search.similar-added', actor, async (transaction) => {
        const { groupId, entries } = await joinGroups(transaction, words);
        const rows = await transaction.query<{ word: string; groups: number }>(
          `SELECT word, (SELECT count(DISTINCT group_id) FROM similar_word) AS groups
           FROM similar_word
           WHERE group_id = $1
           ORDER BY word`,
          [groupId],
        );
        if (rows.length > SIMILAR_WORDS_MAX) throw new TermRefusedError('tooManyWords', SIMILAR_WORDS_MAX);
        if ((rows[0]?.groups ?? 0) > SIMILAR_GROUPS_MAX)
          throw new TermRefusedError('tooManyGroups', SIMILAR_GROUPS_MAX);
        group = rows.map(({ word }) => word);
        return entries;
      });
      return group;
    },
    removeSimilarWords: (word: string, actor = 'system'): Promise<boolean> =>
      changeTerms(options, 'similar', 'search.similar-removed', actor, async (transaction) => {
        const remove = `
          DELETE FROM similar_word
          WHERE group_id = (SELECT group_id FROM similar_word WHERE word_key = $1)
          RETURNING word_key`;
        return (await transaction.query(remove, [termKey(word)])).length;
      }),
  };
}

async function joinGroups(transaction: Writer, words: ReadonlyMap<string, string>) {
  const keys = [...words.keys()];
  const held = 'word_key = ANY ($1)';
  const [row] = await transaction.query<{ groupId: number }>(
    `SELECT coalesce(min(CASE WHEN ${held} THEN group_id END), max(group_id) + 1, 1) AS "groupId" FROM similar_word`,
    [keys],
  );
  const groupId = row?.groupId ?? 1;
  const moved = await transaction.query(
    `UPDATE similar_word
     SET group_id = $2
     WHERE group_id <> $2
       AND group_id IN (SELECT group_id FROM similar_word WHERE ${held})
     RETURNING word_key`,
    [keys, groupId],
  );
  const added = await transaction.insert({
    into: 'similar_word',
    columns: 'word_key text, word text, group_id bigint',
    rows: [...words].map(([key, word]) => [key, word, groupId]),
    conflict: 'ON CONFLICT DO NOTHING RETURNING word_key',
  });
  return { groupId, entries: moved.length + added.length };
}

/**
 * Caches the value of a revision. Each call reads the revision. While the database is down, the last value is used, so that pages
 * without an account keep working.
 */
function perRevision<T>(database: SqlDatabase, subject: Subject, load: () => Promise<T>) {
  let loaded: { readonly revision: number; readonly value: T } | null = null;
  return async () => {
    try {
      const [row] = await database.query<{ revision: number }>(
        `SELECT ${subject}_revision AS revision FROM search_term_state`,
      );
      const revision = row?.revision ?? 0;
      if (loaded === null || loaded.revision !== revision) loaded = { revision, value: await load() };
      return loaded;
    } catch (error) {
      if (error instanceof StoreUnavailableError && loaded !== null) return loaded;
      throw error;
    }
  };
}

type BlockList = ReturnType<typeof createBlockList>;

/** Prepares terms for matching many texts. Terms without searchable characters block nothing. */
export function createBlockList(terms: readonly string[]) {
  // Grouped by first unit, so that a text is compared only with terms that it may contain.
  const byStart = Map.groupBy(terms.flatMap(spellingsOf), ([first = '']) => first.split('>', 1)[0]);
  const holdsTerm = (units: readonly string[]) => {
    const searched = patternOf(units);
    const mayHold = [...new Set(units)].flatMap((unit) => byStart.get(`<${unit}`) ?? []);
    return mayHold.some((words) => areInOrder(words, searched));
  };
  return {
    terms,
    /**
     * Whether a text contains all words of a blocked term in order (docs/search.md#blocked-terms), so that b-a-d doesn't get
     * around bad.
     */
    blocks: (text: string): boolean => byStart.size > 0 && unitSpellings(text).some(holdsTerm),
  };
}

/** A key that is equal for terms that search treats as equal. Empty without searchable characters. */
export function termKey(term: string): string {
  return (spellingsOf(term)[0] ?? []).join(' ');
}

/** The patterns of a term's words: as they are written, and with compounds joined, because search reads both. */
function spellingsOf(term: string): string[][] {
  const words = foldText(term)
    .split(/\s+/u)
    .map((word) => unitSpellings(word).map(patternOf))
    .filter(([pattern = '']) => pattern !== '');
  if (words.length === 0) return [];
  return [0, 1].map((at) => words.map((patterns) => patterns[at] ?? patterns[0] ?? ''));
}

/** Units as one string to search in; brackets delimit them, so that no unit is found inside another. */
function patternOf(units: readonly string[]): string {
  return units.map((unit) => `<${unit}>`).join('');
}

function areInOrder(patterns: readonly string[], searched: string): boolean {
  let from = 0;
  return patterns.every((pattern) => {
    const at = searched.indexOf(pattern, from);
    from = at + pattern.length;
    return at >= 0;
  });
}
