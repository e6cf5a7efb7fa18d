import { createAuditTrail } from '../accounts/audit-trail.ts';
import { StoreUnavailableError } from '../gate/store-unavailable-error.ts';
import { type SqlDatabase, type SqlOptions, type Transaction, valuesList } from '../sql-database.ts';
import { type BlockList, createBlockList, termKey } from './block-list.ts';
import { addQueryRows, storedQueryCounts } from './query-counts.ts';
import { createQueryTally } from './query-tally.ts';
import {
  checkGroups,
  checkSimilarWords,
  checkTerm,
  checkTermCount,
  type SimilarWords,
  type TermDecision,
} from './search-term-admin.ts';
import { TERM_DECISIONS_MAX } from './search-term-bounds.ts';

type Subject = 'blocked' | 'similar';

/** Makes a change and returns how many entries it touched; 0 leaves no trace. */
type Change = (
  subject: Subject,
  action: string,
  actor: string | undefined,
  work: (transaction: Transaction) => Promise<number>,
) => Promise<boolean>;

interface SearchTermAdminOptions extends SqlOptions {
  /** Gets every failed attempt to write counts of queries; they are kept and tried again. */
  readonly onWriteError: (error: unknown) => void;
}

export type SearchTermAdmin = ReturnType<typeof createSearchTermAdmin>;

/**
 * What operators decide about search and learn from it (docs/accounts.md#roles). Counts of queries lead to no person: they contain
 * no account, and keptQuery omits texts that may identify somebody. `actor` is who changes something, for the audit log:
 * `account:<number>`, or, when left out, that of the options. Every change commits together with its audit line. Call `flush` before
 * the process ends: counts of queries wait in memory.
 */
export function createSearchTermAdmin(options: SearchTermAdminOptions) {
  const { database, clock, onWriteError } = options;
  const change = changesOf(options);
  return {
    ...blockedTerms(options, change),
    ...similarWords(database, change),
    ...storedQueryCounts(database),
    ...createQueryTally({ clock, addRows: addQueryRows(database), onWriteError }),
  };
}

function changesOf({ database, clock, actor: holder = 'system' }: SqlOptions): Change {
  return (subject, action, actor = holder, work) =>
    database.transaction(async (transaction) => {
      await transaction.queryLocked('SELECT id FROM search_term_state');
      const entries = await work(transaction);
      if (entries === 0) return false;
      await transaction.query(`UPDATE search_term_state SET ${subject}_revision = ${subject}_revision + 1`);
      // Without the words themselves: they may name a person, and nothing can be deleted from the log.
      const trail = createAuditTrail({ database: transaction, clock });
      await trail.record(actor, action, 'search', { entries });
      return true;
    });
}

function blockedTerms(options: SqlOptions, change: Change) {
  const { database } = options;
  const { record, list } = termDecisions(options);
  const current = perRevision<BlockList>(database, 'blocked', async () => {
    const rows = await database.query<{ term: string }>('SELECT term FROM blocked_term ORDER BY term');
    return createBlockList(rows.map(({ term }) => term));
  });
  return {
    /** The terms that are blocked now, in the order of their text. A change by any process holds for the next call. */
    blockList: async (): Promise<BlockList> => (await current()).value,
    /** False if it is already blocked; then nothing is recorded. Throws TermRefusedError. */
    async blockTerm(text: string, actor?: string, reason: string = ''): Promise<boolean> {
      const term = checkTerm(text);
      return change('blocked', 'search.blocked', actor, async (transaction) => {
        const inserted = await transaction.query(
          'INSERT INTO blocked_term (term_key, term) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING term_key',
          [termKey(term), term],
        );
        const [row] = await transaction.query<{ terms: number }>(
          'SELECT count(*) AS terms FROM blocked_term',
        );
        checkTermCount(row?.terms ?? 0);
        if (inserted.length > 0) await record(transaction, { term, action: 'blocked', reason, actor });
        return inserted.length;
      });
    },
    /** False when it was not blocked. */
    allowTerm: (text: string, actor?: string, reason: string = ''): Promise<boolean> =>
      change('blocked', 'search.allowed', actor, async (transaction) => {
        const [removed] = await transaction.query<{ term: string }>(
          'DELETE FROM blocked_term WHERE term_key = $1 RETURNING term',
          [termKey(text)],
        );
        if (removed === undefined) return 0;
        await record(transaction, { term: removed.term, action: 'allowed', reason, actor });
        return 1;
      }),
    /** Of the last TERM_DECISIONS_MAX decisions at most `limit`, newest first. */
    listTermDecisions: list,
  };
}

type NewTermDecision = Pick<TermDecision, 'term' | 'action' | 'reason'> & {
  readonly actor: string | undefined;
};

/** The history of blocked terms. Call `record` in the transaction of the change, behind its lock. */
function termDecisions({ database, clock, actor: holder = 'system' }: SqlOptions) {
  return {
    async record(
      transaction: Transaction,
      { term, action, reason, actor = holder }: NewTermDecision,
    ): Promise<void> {
      await transaction.query(
        `INSERT INTO term_decision (decision_no, decided_at_ms, actor, term, action, reason)
         SELECT coalesce(max(decision_no), 0) + 1, $1, $2, $3, $4, $5
         FROM term_decision`,
        [clock.nowMs(), actor, term, action, reason],
      );
      await transaction.query(
        `DELETE FROM term_decision
         WHERE decision_no <= (SELECT max(decision_no) FROM term_decision) - ${TERM_DECISIONS_MAX}`,
      );
    },
    list: (limit: number) =>
      database.query<TermDecision>(
        `SELECT term, action, reason, actor, decided_at_ms AS "decidedAtMs"
         FROM term_decision
         ORDER BY decision_no DESC
         LIMIT $1`,
        [limit],
      ),
  };
}

interface WordRow {
  readonly word: string;
  readonly group_id: number;
}

function similarWords(database: SqlDatabase, change: Change) {
  const current = perRevision<SimilarWords['groups']>(database, 'similar', async () => {
    const rows = await database.query<WordRow>(
      'SELECT word, group_id FROM similar_word ORDER BY group_id, word',
    );
    const groups = Map.groupBy(rows, ({ group_id }) => group_id);
    return [...groups.values()].map((words) => words.map(({ word }) => word));
  });
  return {
    /** For the search index, too, which looks at the revision to notice a change. */
    async similarWords(): Promise<SimilarWords> {
      const { revision, value: groups } = await current();
      return { revision, groups };
    },
    /** Makes words similar, merged with the existing groups of any of them. Returns the group. Throws TermRefusedError. */
    async addSimilarWords(texts: readonly string[], actor?: string): Promise<readonly string[]> {
      const words = checkSimilarWords(texts);
      let group: string[] = [];
      await change('similar', 'search.similar-added', actor, async (transaction) => {
        const joined = await joinGroups(transaction, words);
        group = joined.group;
        return joined.entries;
      });
      return group;
    },
    /** Removes the group of a word. False if there is none. */
    removeSimilarWords: (word: string, actor?: string): Promise<boolean> =>
      change('similar', 'search.similar-removed', actor, async (transaction) => {
        const removed = await transaction.query(
          `DELETE FROM similar_word
           WHERE group_id = (SELECT group_id FROM similar_word WHERE word_key = $1)
           RETURNING word_key`,
          [termKey(word)],
        );
        return removed.length;
      }),
  };
}

/** Merges words, and every group that already holds one of them, into one group. */
async function joinGroups(
  transaction: Transaction,
  words: readonly string[],
): Promise<{ readonly group: string[]; readonly entries: number }> {
  const keys = words.map(termKey);
  const stored = await transaction.query<{ word_key: string; group_id: number }>(
    `SELECT word_key, group_id FROM similar_word WHERE word_key IN ${valuesList(1, keys.length)}`,
    keys,
  );
  const groupOf = new Map(stored.map(({ word_key, group_id }) => [word_key, group_id]));
  const known = new Set(keys.map((key) => groupOf.get(key)).filter((id) => id !== undefined));
  const [groupId = await nextGroup(transaction)] = known;
  let entries = 0;
  for (const other of known) {
    if (other === groupId) continue;
    const moved = await transaction.query(
      'UPDATE similar_word SET group_id = $1 WHERE group_id = $2 RETURNING word_key',
      [groupId, other],
    );
    entries += moved.length;
  }
  for (const word of words) {
    const added = await transaction.query(
      'INSERT INTO similar_word (word_key, word, group_id) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING word_key',
      [termKey(word), word, groupId],
    );
    entries += added.length;
  }
  const group = await transaction.query<{ word: string }>(
    'SELECT word FROM similar_word WHERE group_id = $1 ORDER BY word',
    [groupId],
  );
  const [count] = await transaction.query<{ groups: number }>(
    'SELECT count(DISTINCT group_id) AS groups FROM similar_word',
  );
  checkGroups(group.length, count?.groups ?? 0);
  return { group: group.map(({ word }) => word), entries };
}

async function nextGroup(transaction: Transaction): Promise<number> {
  const [row] = await transaction.query<{ next: number }>(
    'SELECT coalesce(max(group_id), 0) + 1 AS next FROM similar_word',
  );
  return row?.next ?? 1;
}

interface Revised<T> {
  readonly revision: number;
  readonly value: T;
}

/**
 * Loads once per revision, which is read at every call. A change between reading it and loading makes the value
 * newer than its revision; the next call then loads again. While the database is away the last value holds: pages
 * that need no account go on.
 */
function perRevision<T>(
  database: SqlDatabase,
  subject: Subject,
  load: () => Promise<T>,
): () => Promise<Revised<T>> {
  let loaded: Revised<T> | null = null;
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
