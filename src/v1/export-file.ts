import { writeCsv } from '../export/csv.ts';
import type { Table } from '../export/table.ts';
import { writeXlsx } from '../export/xlsx.ts';
import type { Answer } from './endpoint.ts';
import type { FileForm } from './params.ts';

/** A table in the format that the caller requests. The sheet is named like the file, without the day. */
export function fileOf(
  prefix: string,
  table: Pick<Table, 'columns' | 'rows'>,
  { format, header }: FileForm,
): Pick<Answer, 'members' | 'file'> {
  const sheet = { ...table, name: prefix, hasHeader: header };
  return {
    members: format === 'xlsx' ? writeXlsx(sheet) : writeCsv(sheet),
    file: { prefix, format },
  };
}
