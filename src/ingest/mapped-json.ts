import { message } from '../messages/messages.ts';
import type { FeedReader } from './feed-reader.ts';
import type { FeedProblem } from './feed-record.ts';
import { type Mapping, MappingError, orUnreadable } from './mapping.ts';
import { wrong } from './reason.ts';
import { isObject } from './record-fields.ts';
import { createRowMapper } from './table/row-mapper.ts';
import { jsonLinesReader } from './text/jsonl.ts';

/**
 * Reads JSON Lines of a shop's own, as a table whose columns are the fields of each line; `author.name` is a field of an object in
 * it. Throws UnreadableInputError when the mapping names no columns.
 */
export function createMappedJsonReader(mapping: Mapping, currency: string): FeedReader {
  const columns = [...new Set([...mapping.columns.keys(), ...mapping.skip.keys()])];
  const mapper = orUnreadable('feeds.mappingWrong', () => {
    if (mapping.columns.size === 0) throw new MappingError(message('feeds.jsonNeedsColumns'));
    return createRowMapper(columns, mapping, currency);
  });
  const separators = new Map([...mapping.columns].map(([name, targets]) => [name, targets[0]?.split ?? ';']));
  return {
    unit: 'line',
    placeOf: mapper.columnOf,
    async *read(input) {
      for await (const batch of jsonLinesReader.read(input)) {
        const problems: FeedProblem[] = [...batch.problems];
        const warnings: FeedProblem[] = [];
        const records = batch.records.flatMap(({ line, value }) => {
          if (!isObject(value)) {
            problems.push({ line, field: '', reason: wrong(value, message('feeds.jsonObject')) });
            return [];
          }
          const cells = columns.map((name) => textOf(valueAt(value, name), separators.get(name) ?? ';'));
          if (cells.every((cell) => cell.trim() === '')) {
            problems.push({ line, field: '', reason: message('feeds.noMappedField') });
            return [];
          }
          return mapper.recordOf(cells, line, warnings) ?? [];
        });
        yield { records, problems, warnings, lastLine: batch.lastLine };
      }
    },
  };
}

/** The field of that name or, where there is none, the one inside of an object that the name leads to. */
function valueAt(record: object, name: string): unknown {
  if (Object.hasOwn(record, name)) return Reflect.get(record, name);
  const at = name.indexOf('.');
  const inside: unknown =
    at > 0 && Object.hasOwn(record, name.slice(0, at)) ? Reflect.get(record, name.slice(0, at)) : null;
  return isObject(inside) ? valueAt(inside, name.slice(at + 1)) : undefined;
}

/** As the cell of a table has it. */
function textOf(value: unknown, separator: string): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map((one) => textOf(one, separator)).join(separator);
  return isObject(value) ? JSON.stringify(value) : String(value);
}
