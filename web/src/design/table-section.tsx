import { type ReactNode, useId } from 'react';
import { Table, type TableProps } from './table.tsx';

interface TableSectionProps<Row> extends Omit<TableProps<Row>, 'caption' | 'captionHidden'> {
  readonly title: string;
  /** Below the table. */
  readonly children?: ReactNode;
}

/** A part of a page that is a table under its heading. */
export function TableSection<Row>({ title, children, ...table }: TableSectionProps<Row>) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-4 text-lg font-bold">
        {title}
      </h2>
      <Table caption={title} captionHidden {...table} />
      {children}
    </section>
  );
}
