import { readFileSync, writeFileSync } from 'node:fs';

/** The figures of one set, in percent. */
export interface Row {
  readonly name: string;
  readonly count: number;
  /** Ours: among the first 1, 3, 10; no result; altered; only offered. Of peers: the first 1 and 10 of each. */
  readonly figures: readonly number[];
  /** Whether the shop has nothing of the kind, so that only alterations count. */
  readonly isAbsent: boolean;
  readonly kinds: string;
}

const PAGE = new URL('record.md', import.meta.url);
const START = '<!-- written by bench/relevance.ts --record -->';
const END = '<!-- end of the tables of bench/relevance.ts -->';
const OURS = '| set | queries | @1 % | @3 % | @10 % | nothing % | altered % | only offered % |';
const PEERS = ['Seoga', 'FTS5 words', 'FTS5 trigrams', 'MiniSearch', 'pg_trgm'];

/** Puts the tables in the place of those recorded before; without rows of peers, theirs stays. */
export function recordRows(rows: readonly Row[], peerRows: readonly Row[]): void {
  const page = readFileSync(PAGE, 'utf8');
  const [start, end] = [page.indexOf(START), page.indexOf(END)];
  if (start < 0 || end < 0) throw new Error('bench/relevance/record.md has no place for the tables');
  const before = page.slice(start + START.length, end);
  const table = rows.map(({ name, count, figures, isAbsent }) => {
    const cells = figures.map((figure, at) => (isAbsent && at !== 3 && at !== 4 ? '' : String(figure)));
    return `| ${[name, count, ...cells].join(' | ')} |`;
  });
  const ours = [OURS, '|---|---|---|---|---|---|---|---|', ...table].join('\n');
  const peers = peerRows.length === 0 ? before.slice(before.indexOf('| first 30')) : peerTable(peerRows);
  writeFileSync(
    PAGE,
    `${page.slice(0, start + START.length)}\n\n${ours}\n\n${peers.trim()}\n\n${page.slice(end)}`,
  );
}

function peerTable(rows: readonly Row[]): string {
  if (rows.some(({ figures }) => figures.length !== 2 * PEERS.length))
    throw new Error(`to record a comparison, install all of ${PEERS.join(', ')}`);
  const lines = rows.map(({ name, figures }) => {
    const cells = PEERS.map((_, at) => `${figures[2 * at] ?? '-'} / ${figures[2 * at + 1] ?? '-'}`);
    return `| ${[name, ...cells].join(' | ')} |`;
  });
  const head = `| first 30 queries, @1 / @10 % | ${PEERS.join(' | ')} |`;
  return [head, '|---|---|---|---|---|---|', ...lines].join('\n');
}

/** The recorded figures by set; NaN for empty cells. */
export function recordedRows(): Map<string, number[]> {
  const page = readFileSync(PAGE, 'utf8');
  const [, table = ''] = page.slice(page.indexOf(START)).split(OURS);
  const lines = (table.split('\n\n')[0] ?? '').split('\n').filter((line) => line.startsWith('| '));
  return new Map(
    lines.map((line) => {
      const [name = '', , ...figures] = line.slice(2, -2).split(' | ');
      return [name, figures.map((cell) => (cell.trim() === '' ? Number.NaN : Number(cell)))] as const;
    }),
  );
}
