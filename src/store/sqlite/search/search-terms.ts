import type { DatabaseSync } from 'node:sqlite';
import type { Clock } from '../../../clock.ts';
import { type BlockList, createBlockList, termKey } from '../../../search/block-list.ts';
import {
  checkGroups,
  checkSimilarWords,
  checkTerm,
  checkTermCount,
  type SearchTerms,
  type SimilarWords,
  TERM_ACTIONS,
  TERM_DECISIONS_MAX,
  type TermDecision,
} from '../../../search/search-term-admin.ts';
import { oneOf } from '../accounts/account-rows.ts';
import { auditLines } from '../accounts/audit-lines.ts';
import { writeWhenFree } from '../write-when-free.ts';

export interface SearchTermsOptions {
  readonly db: DatabaseSync;
  readonly clock: Clock;
  /** Who acts, for the audit log: a part of the system or `account:<number>`. */
  readonly actor?: string;
}

/** Blocked terms and similar words. Every change and its audit line are one transaction. */
export function createSearchTerms(options: SearchTermsOptions): SearchTerms {
  const change = changesOf(options);
  return { ...blockedTerms(options, change), ...similarWords(options.db, change) };
}

type Subject = 'blocked' | 'similar';
/** Makes a change and returns how many entries it touched; 0 leaves no trace. */
type Change = (
  subject: Subject,
  action: string,
  actor: string | undefined,
  work: () => number,
) => Promise<boolean>;

function changesOf({ db, clock, actor: holder = 'system' }: SearchTermsOptions): Change {
  const revise = {
    blocked: db.prepare('UPDATE search_desk_state SET blocked_revision = blocked_revision + 1'),
    similar: db.prepare('UPDATE search_desk_state SET similar_revision = similar_revision + 1'),
  };
  const audit = auditLines(db, clock);
  return (subject, action, actor = holder, work) =>
    writeWhenFree(db, () => {
      const entries = work();
      if (entries === 0) return false;
      revise[subject].run();
      // Without the words themselves: they may name a person, and nothing can be deleted from the log.
      audit(actor, action, 'search', { entries });
      return true;
    });
}

function blockedTerms(
  options: SearchTermsOptions,
  change: Change,
): Pick<SearchTerms, 'blockList' | 'blockTerm' | 'allowTerm' | 'listTermDecisions'> {
  const { db } = options;
  const select = db.prepare('SELECT term FROM blocked_term ORDER BY term');
  const count = db.prepare('SELECT count(*) AS terms FROM blocked_term');
  const insert = db.prepare('INSERT INTO blocked_term (term_key, term) VALUES (?, ?) ON CONFLICT DO NOTHING');
  const remove = db.prepare('DELETE FROM blocked_term WHERE term_key = ? RETURNING term');
  const { record, list } = termDecisions(options);
  const current = perRevision<BlockList>(db, 'blocked', () =>
    createBlockList(select.all().map((row) => String(row.term))),
  );
  return {
    blockList: async () => current().value,
    async blockTerm(text, actor, reason = '') {
      const term = checkTerm(text);
      return change('blocked', 'search.blocked', actor, () => {
        const { changes } = insert.run(termKey(term), term);
        checkTermCount(Number(count.get()?.terms));
        if (changes > 0) record({ term, action: 'blocked', reason, actor });
        return Number(changes);
      });
    },
    allowTerm: (text, actor, reason = '') =>
      change('blocked', 'search.allowed', actor, () => {
        const removed = remove.get(termKey(text));
        if (removed === undefined) return 0;
        record({ term: String(removed.term), action: 'allowed', reason, actor });
        return 1;
      }),
    listTermDecisions: async (limit) => list(limit),
  };
}

/** The history of blocked terms. Record in the transaction of the change. */
function termDecisions({ db, clock, actor: holder = 'system' }: SearchTermsOptions) {
  const insert = db.prepare(`
    INSERT INTO term_decision (decision_no, decided_at_ms, actor, term, action, reason)
    SELECT coalesce(max(decision_no), 0) + 1, ?, ?, ?, ?, ?
    FROM term_decision`);
  const forget = db.prepare(`
    DELETE FROM term_decision
    WHERE decision_no <= (SELECT max(decision_no) FROM term_decision) - ${TERM_DECISIONS_MAX}`);
  const select = db.prepare('SELECT * FROM term_decision ORDER BY decision_no DESC LIMIT ?');
  return {
    record({ term, action, reason, actor = holder }: NewTermDecision) {
      insert.run(clock.nowMs(), actor, term, action, reason);
      forget.run();
    },
    list: (limit: number): TermDecision[] =>
      select.all(limit).map((row) => ({
        term: String(row.term),
        action: oneOf(TERM_ACTIONS, row.action),
        reason: String(row.reason),
        actor: String(row.actor),
        decidedAtMs: Number(row.decided_at_ms),
      })),
  };
}

type NewTermDecision = Pick<TermDecision, 'term' | 'action' | 'reason'> & {
  readonly actor: string | undefined;
};

function similarWords(
  db: DatabaseSync,
  change: Change,
): Pick<SearchTerms, 'similarWords' | 'addSimilarWords' | 'removeSimilarWords'> {
  const select = db.prepare('SELECT word, group_id FROM similar_word ORDER BY group_id, word');
  const selectGroup = db.prepare('SELECT word FROM similar_word WHERE group_id = ? ORDER BY word');
  const groupOf = db.prepare('SELECT group_id FROM similar_word WHERE word_key = ?');
  const lastGroup = db.prepare('SELECT coalesce(max(group_id), 0) AS last FROM similar_word');
  const countGroups = db.prepare('SELECT count(DISTINCT group_id) AS groups FROM similar_word');
  const insert = db.prepare('INSERT INTO similar_word (word_key, word, group_id) VALUES (?, ?, ?)');
  const move = db.prepare('UPDATE similar_word SET group_id = ? WHERE group_id = ?');
  const remove = db.prepare('DELETE FROM similar_word WHERE group_id = ?');
  const findGroup = (word: string) => Number(groupOf.get(termKey(word))?.group_id ?? 0);
  const current = perRevision<SimilarWords['groups']>(db, 'similar', () => {
    const groups = Map.groupBy(select.all(), (row) => row.group_id);
    return [...groups.values()].map((rows) => rows.map((row) => String(row.word)));
  });
  return {
    async similarWords() {
      const { revision, value: groups } = current();
      return { revision, groups };
    },
    async addSimilarWords(texts, actor) {
      const words = checkSimilarWords(texts);
      let group: string[] = [];
      await change('similar', 'search.similar-added', actor, () => {
        const known = words.map(findGroup).filter((id) => id > 0);
        const groupId = known[0] ?? Number(lastGroup.get()?.last) + 1;
        let entries = 0;
        for (const other of known) if (other !== groupId) entries += Number(move.run(groupId, other).changes);
        for (const word of words) {
          if (findGroup(word) === 0) entries += Number(insert.run(termKey(word), word, groupId).changes);
        }
        group = selectGroup.all(groupId).map((row) => String(row.word));
        checkGroups(group.length, Number(countGroups.get()?.groups));
        return entries;
      });
      return group;
    },
    removeSimilarWords: (word, actor) =>
      change('similar', 'search.similar-removed', actor, () => Number(remove.run(findGroup(word)).changes)),
  };
}

interface Revised<T> {
  readonly revision: number;
  readonly value: T;
}

/**
 * Loads once per revision, which is read at every call. A change between reading it and loading makes the value
 * newer than its revision; the next call then loads again.
 */
function perRevision<T>(db: DatabaseSync, subject: Subject, load: () => T): () => Revised<T> {
  const select = db.prepare(`SELECT ${subject}_revision AS revision FROM search_desk_state`);
  let loaded: Revised<T> | null = null;
  return () => {
    const revision = Number(select.get()?.revision);
    if (loaded?.revision !== revision) loaded = { revision, value: load() };
    return loaded;
  };
}
