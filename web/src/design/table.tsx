import { type ReactNode, useId } from 'react';
import { useFormatter } from 'use-intl';
import { ScrollBox } from './scroll-box.tsx';

/** Cells, or numbers as the page's language writes them. */
export type Column<Row> = ColumnHead &
  ({ readonly cell: (row: Row) => ReactNode } | { readonly count: (row: Row) => number });

interface ColumnHead {
  readonly name: string;
  readonly head: ReactNode;
  /** Set to the right, in figures of equal width, as numbers are. */
  readonly numeric?: boolean;
  /** Each cell stays on its line. */
  readonly nowrap?: boolean;
  /** Left out on phones, where another column says the same. */
  readonly wide?: boolean;
}

export interface TableProps<Row> {
  /** For screen readers alone where a heading says it already. */
  readonly caption: ReactNode;
  readonly captionShown?: boolean;
  /** Said where there are no rows. */
  readonly none?: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  /** Tells rows apart. */
  readonly rowKey: (row: Row) => string | number;
}

export function Table<Row>({ caption, captionShown = false, none, columns, rows, rowKey }: TableProps<Row>) {
  const id = useId();
  const format = useFormatter();
  if (rows.length === 0 && none !== undefined) return <p className="text-sm text-soft">{none}</p>;
  const look = ({ numeric = false, nowrap = false, wide = false, ...rest }: Column<Row>) =>
    [
      numeric || 'count' in rest ? 'text-right tabular-nums' : 'text-left',
      nowrap ? 'whitespace-nowrap tabular-nums' : '',
      wide ? 'max-sm:hidden' : '',
    ].join(' ');
  return (
    <ScrollBox labelledBy={id}>
      <table className="w-full border-collapse text-sm wrap-break-word">
        <caption id={id} className={captionShown ? 'pb-2 text-left text-xs text-soft' : 'sr-only'}>
          {caption}
        </caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th
                key={column.name}
                scope="col"
                className={`border-b border-edge py-2 pr-4 align-bottom text-xs font-semibold whitespace-nowrap text-soft last:pr-0 sm:pr-6 ${look(column)}`}
              >
                {column.head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)}>
              {columns.map((column) => (
                <td
                  key={column.name}
                  className={`border-b border-line py-2 pr-4 align-top last:pr-0 sm:pr-6 ${look(column)}`}
                >
                  {'count' in column ? format.number(column.count(row)) : column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}
