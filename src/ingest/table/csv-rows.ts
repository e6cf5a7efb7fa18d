import { Readable } from 'node:stream';
import { CsvError, type Options, parse } from 'csv-parse';
import { message } from '../../messages/messages.ts';
import { startingWith, UnreadableInputError, unreadable } from '../text/input.ts';
import { decodeText, type TextEncoding } from '../text/text-encoding.ts';
import { COLUMNS_MAX, createBlocks, ROW_CHARS_MAX, type RowBlock } from './row-blocks.ts';

/** What separates the cells of a row. */
export const DELIMITERS = [',', ';', '\t', '|'] as const;

/**
 * Opens a CSV file, plain or gzip-compressed. An encoding or a delimiter that is null is recognised. The rows throw
 * UnreadableInputError with the line at fault.
 */
export async function openCsv(
  input: Readable,
  asked: { readonly encoding: TextEncoding | null; readonly delimiter: string | null },
) {
  const { encoding, text } = await decodeText(input, asked.encoding);
  const first = await text.next();
  const head = first.done === true ? '' : first.value;
  const delimiter = asked.delimiter ?? recogniseDelimiter(head);
  return { encoding, delimiter, rows: cutRows(startingWith(head, text), delimiter) };
}

async function* cutRows(text: AsyncIterable<string>, delimiter: string): AsyncGenerator<RowBlock> {
  let ending = '';
  const noted = async function* () {
    for await (const chunk of text) {
      ending = chunk.at(-1) ?? ending;
      yield chunk;
    }
  };
  const parser = Readable.from(noted()).compose(parse(parserOptions(delimiter)));
  const blocks = createBlocks();
  let row = 0;
  let widths: readonly [above: number, last: number] = [0, 0];
  try {
    for await (const cells of parser) {
      const chars = cells.reduce((sum: number, cell: string) => sum + cell.length, 0);
      blocks.add(++row, withinColumns(cells, row), chars);
      widths = [widths[1], cells.length];
      for (const block of blocks.take()) yield block;
    }
  } catch (error) {
    if (error instanceof CsvError) throw unreadable(error);
    throw error;
  }
  const isCut = !/[\r\n]/.test(ending) && widths[1] < widths[0];
  for (const block of blocks.last()) yield { ...block, isCut };
}

/** Empty cells after the last column are left out. */
function withinColumns(cells: readonly string[], row: number): readonly string[] {
  if (cells.length <= COLUMNS_MAX) return cells;
  if (cells.some((cell, at) => at >= COLUMNS_MAX && cell.trim() !== ''))
    throw new UnreadableInputError(message('feeds.tableColumns', { row, max: COLUMNS_MAX }));
  return cells.slice(0, COLUMNS_MAX);
}

function parserOptions(delimiter: string): Options {
  return {
    delimiter,
    // A quote inside a cell that doesn't begin with one is a character like any other.
    relax_quotes: true,
    relax_column_count: true,
    max_record_size: ROW_CHARS_MAX,
  };
}

/** The delimiter that the first line with one has most of, quoted parts aside: titles stand above the header. */
function recogniseDelimiter(head: string): string {
  const lines = head.replace(/"[^"]*"/g, '').split(/\r?\n/, TOP_LINES);
  const counted = lines.map((line) => DELIMITERS.map((delimiter) => line.split(delimiter).length));
  const counts = counted.find((all) => Math.max(...all) > 2) ?? counted[0] ?? [];
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ',';
}

const TOP_LINES = 10;
