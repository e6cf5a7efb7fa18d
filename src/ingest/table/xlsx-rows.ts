import type { Readable } from 'node:stream';
import { message } from '../../messages/messages.ts';
import { UnreadableInputError } from '../text/lines.ts';
import type { RowBlock } from './table-reader.ts';
import { openArchive } from './xlsx/archive.ts';
import { readSheetRows } from './xlsx/sheet-rows.ts';
import { readWorkbook } from './xlsx/workbook.ts';

/** Bytes of a packed workbook, which is held in memory; a larger table goes in as CSV. */
const WORKBOOK_BYTES_MAX = 50 * 1024 * 1024;

/**
 * Reads the rows of the first sheet of an .xlsx workbook as it unpacks: memory doesn't grow with the sheet. Throws
 * UnreadableInputError.
 */
export async function* readXlsxRows(input: Readable): AsyncGenerator<RowBlock> {
  const archive = await openArchive(await collect(input));
  const workbook = await readWorkbook(archive);
  const sheet = await archive.open(workbook.sheet);
  if (sheet === null) throw new UnreadableInputError(message('feeds.workbookNoSheet'));
  yield* readSheetRows(sheet, workbook);
}

async function collect(input: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of input) {
    const bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk));
    size += bytes.length;
    if (size > WORKBOOK_BYTES_MAX)
      throw new UnreadableInputError(
        message('feeds.workbookLarge', { max: WORKBOOK_BYTES_MAX / 1024 / 1024 }),
      );
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}
