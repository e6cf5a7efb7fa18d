/** What the cells of a column hold. Prices are integers shown with thousands separators. */
export type ColumnType = 'text' | 'integer' | 'price';

export interface Column {
  readonly title: string;
  readonly type: ColumnType;
}

/** A text in a text column, a safe integer in the others. */
export type Cell = string | number;

/** The content of a file: one sheet. */
export interface Table {
  /** Name of the sheet: 1 to 31 letters, digits and underscores. */
  readonly name: string;
  readonly columns: readonly Column[];
  /** Each row has one cell per column. */
  readonly rows: readonly (readonly Cell[])[];
  /** Whether the first row holds the column titles. */
  readonly hasHeader: boolean;
}
