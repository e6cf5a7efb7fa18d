import { writeCsv } from '../export/csv.ts';
import type { Table } from '../export/table.ts';
import { writeXlsx } from '../export/xlsx.ts';
import { type Payload, payloadOf } from '../http/answer.ts';
import type { FileForm } from './params.ts';

/** A table in the format that the caller requests. The sheet is named like the file, without the day. */
export function filePayload(
  prefix: string,
  table: Pick<Table, 'columns' | 'rows'>,
  { format, header }: FileForm,
  totalCount?: number,
): Payload {
  const sheet = { ...table, name: prefix, hasHeader: header };
  return payloadOf(format === 'xlsx' ? writeXlsx(sheet) : writeCsv(sheet), totalCount);
}
