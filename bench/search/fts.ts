import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { CATALOGS } from '../../src/catalog/item.ts';
import { systemClock } from '../../src/clock.ts';
import { eachPosting } from '../../src/search/engine/postings.ts';
import type { Segment } from '../../src/search/engine/segment.ts';
import type { TextQuery } from '../../src/search/query.ts';
import { makeBare } from './bare.ts';
import type { Shape } from './queries.ts';

/**
 * SQLite FTS5 at its best: contentless, without positions, tokens ready made. The numbers of all hits come back as
 * one text, and are counted and ordered by the same precomputed ranks as in the bare loop, because joins in SQL take
 * several times longer. No tiers.
 */
export function openFts(folder: string, segment: Segment): (text: TextQuery, shape: Shape) => number {
  const startMs = systemClock.monotonicMs();
  const db = new DatabaseSync(join(folder, 'fts.db'));
  db.exec(`PRAGMA journal_mode = OFF; PRAGMA cache_size = -400000; PRAGMA mmap_size = 4294967296;
    CREATE VIRTUAL TABLE fts USING fts5 (words, content = '', detail = none, columnsize = 0, tokenize = 'ascii')`);
  const documents: string[][] = Array.from({ length: segment.docCount }, () => []);
  for (let term = 0; term < segment.terms.count; term++) {
    const token = segment.terms.at(term);
    eachPosting(segment.arrays, term, (doc) => documents[doc]?.push(token));
  }
  const insert = db.prepare('INSERT INTO fts (rowid, words) VALUES (?, ?)');
  db.exec('BEGIN');
  for (const [doc, tokens] of documents.entries()) insert.run(doc + 1, tokens.join(' '));
  db.exec("COMMIT; INSERT INTO fts (fts) VALUES ('optimize')");
  console.log(`FTS5 built in ${((systemClock.monotonicMs() - startMs) / 1000).toFixed(1)} s`);
  const { ranks, catalogs } = makeBare(segment);
  const find = db.prepare('SELECT group_concat(rowid) AS rowids FROM fts WHERE fts MATCH ?');
  return (text, shape) => {
    const rowids = find.get(expressionOf(text))?.rowids;
    if (typeof rowids !== 'string') return 0;
    const catalog = shape.category === 'ALL' ? -1 : CATALOGS.indexOf(shape.category);
    const rank = ranks[shape.sort];
    const keys = new Uint32Array(rowids.length);
    let total = 0;
    for (let at = 0; at < rowids.length; ) {
      let rowid = 0;
      for (let code = rowids.charCodeAt(at++); code >= 48; code = rowids.charCodeAt(at++))
        rowid = rowid * 10 + code - 48;
      if (catalog < 0 || catalogs[rowid - 1] === catalog) keys[total++] = rank[rowid - 1] ?? 0;
    }
    keys.subarray(0, total).sort();
    return total;
  };
}

function expressionOf(text: TextQuery): string {
  const all = (terms: TextQuery['words'][number][number]) =>
    terms.map(({ token, isPrefix }) => (isPrefix ? `"${token}" *` : `"${token}"`)).join(' AND ');
  return text.words.map((ways) => `(${ways.map((terms) => `(${all(terms)})`).join(' OR ')})`).join(' AND ');
}
