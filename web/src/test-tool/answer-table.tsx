import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { TestAnswer } from '../../../src/portal/contract/own-service.ts';
import { Button } from '../design/button.tsx';
import { saveFile } from '../design/save-file.ts';
import { Table } from '../design/table.tsx';

/** Rows shown at first; a button shows the rest. */
const SHOWN_AT_FIRST = 25;

interface Row {
  readonly number: number;
  readonly cells: readonly (string | number)[];
}

interface AnswerTableProps {
  readonly table: NonNullable<TestAnswer['table']>;
}

/** A spreadsheet as a table, and the file itself. */
export function AnswerTable({ table }: AnswerTableProps) {
  const t = useTranslations('testTool.result');
  const [isAll, setAll] = useState(false);
  const rows = table.hasHeader ? table.rows.slice(1) : table.rows;
  const [first = []] = table.rows;
  // Without a header row, columns are called A, B, C.
  const head = table.hasHeader ? first : first.map((_, column) => String.fromCharCode(65 + column));
  const numbered = rows.map((cells, index) => ({ number: index, cells }));
  const shown = isAll ? numbered : numbered.slice(0, SHOWN_AT_FIRST);
  return (
    <div className="space-y-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button onClick={() => saveTable(table)}>{t('download', { name: table.fileName })}</Button>
        <p className="text-sm text-soft tabular-nums">{t('rows', { count: rows.length })}</p>
      </div>
      <Table
        caption={table.fileName}
        columns={head.map((title, column) => ({
          name: String(column),
          head: title,
          cell: ({ cells }: Row) => <bdi className={cellShape(cells[column])}>{cells[column]}</bdi>,
          numeric: typeof rows[0]?.[column] === 'number',
        }))}
        rows={shown}
        rowKey={(row) => row.number}
      />
      {shown.length < rows.length && (
        <Button kind="bare" onClick={() => setAll(true)}>
          {t('moreRows', { count: rows.length - shown.length })}
        </Button>
      )}
    </div>
  );
}

/** Long texts get room to wrap in, short ones stay on their line. */
function cellShape(cell: string | number | undefined): string {
  return String(cell ?? '').length > 24 ? 'block min-w-56' : 'whitespace-nowrap';
}

function saveTable({ base64, fileName }: AnswerTableProps['table']): void {
  saveFile(
    Uint8Array.from(atob(base64), (character) => character.charCodeAt(0)),
    fileName,
  );
}
