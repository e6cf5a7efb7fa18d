import type { ReactNode } from 'react';
import { Section } from './section.tsx';
import { Table, type TableProps } from './table.tsx';

interface TableSectionProps<Row> extends Omit<TableProps<Row>, 'caption' | 'captionShown'> {
  readonly title: string;
  /** Below the table. */
  readonly children?: ReactNode;
}

/** A part of a page that is a table under its heading. */
export function TableSection<Row>({ title, children, ...table }: TableSectionProps<Row>) {
  return (
    <Section title={title}>
      <Table caption={title} {...table} />
      {children}
    </Section>
  );
}
