import type { FeedPreview } from '../../ingest/feed-preview.ts';

/** Rows of the preview below the header. */
const ROWS_SHOWN = 4;

/** The beginning of a table below its header; without one, columns are called by their numbers. */
export function shownFile(
  { rows, recognised, values }: Extract<FeedPreview, { kind: 'table' }>,
  isHeaderless: boolean,
) {
  const width = Math.max(0, ...rows.map((cells) => cells.length));
  const numbered = Array.from({ length: width }, (_, at) => `#${at + 1}`);
  const header = isHeaderless ? numbered : recognised.header.names;
  const below = isHeaderless ? rows : rows.slice(recognised.header.at + 1);
  const columns = header.filter((name, at) => name !== '' && header.indexOf(name) === at);
  const positions = columns.map((name) => header.indexOf(name));
  return {
    /** By name, each once. */
    columns,
    rows: below.slice(0, ROWS_SHOWN).map((cells) => positions.map((at) => cells[at] ?? '')),
    /** The first values of a column that aren't empty. */
    sample: (column: string): string =>
      below
        .map((cells) => cells[header.indexOf(column)] ?? '')
        .filter((cell) => cell !== '')
        .slice(0, 2)
        .join(', '),
    /** The distinct values of a column; empty if it has many, or if the file has no header. */
    values: (column: string): readonly string[] =>
      isHeaderless ? [] : (values[header.indexOf(column)] ?? []),
  };
}
