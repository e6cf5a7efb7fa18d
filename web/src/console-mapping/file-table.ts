import type { IntakeView } from '../../../src/portal/contract/console-feeds.ts';

/** A file that waits for its mapping. */
export type MappingIntake = Extract<IntakeView, { stage: 'mapping' }>;

export interface MappingFormProps {
  readonly intake: MappingIntake;
  /** The mapping to begin with. */
  readonly json: string;
  readonly onChange: (json: string) => void;
}

/** Rows of the preview below the header. */
const ROWS_SHOWN = 4;

/** The columns of a file by name, each name once, with its first rows. */
export interface FileTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** The first values of a column that aren't empty. */
  sample(column: string): string;
  /** The distinct values of a column; empty if it has many, or if the file has no header. */
  values(column: string): readonly string[];
}

/** The beginning of a table below its header; without one, columns are called by their numbers. */
export function tableOf({ preview }: MappingIntake, isHeaderless: boolean): FileTable {
  const { rows, headerAt, values } =
    preview.kind === 'table' ? preview : { rows: [], headerAt: 0, values: [] };
  const width = Math.max(0, ...rows.map((cells) => cells.length));
  const numbered = Array.from({ length: width }, (_, at) => `#${at + 1}`);
  const header = isHeaderless ? numbered : (rows[headerAt] ?? []);
  const below = isHeaderless ? rows : rows.slice(headerAt + 1);
  const columns = header.filter((name, at) => name !== '' && header.indexOf(name) === at);
  const cellsOf = (column: string) => below.map((cells) => cells[header.indexOf(column)] ?? '');
  return {
    columns,
    rows: below.slice(0, ROWS_SHOWN).map((cells) => columns.map((name) => cells[header.indexOf(name)] ?? '')),
    sample: (column) =>
      cellsOf(column)
        .filter((cell) => cell !== '')
        .slice(0, 2)
        .join(', '),
    values: (column) => (isHeaderless ? [] : (values[header.indexOf(column)] ?? [])),
  };
}
