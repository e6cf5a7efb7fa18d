import assert from 'node:assert/strict';
import { it } from 'node:test';
import { fc } from '../../support/properties.ts';
import { read } from '../read-file.ts';

const NAMES = ['itemId', 'title', 'publisher', 'shopPrice', 'subTitle'];

/**
 * Words with everything that a cell may hold, but none whose lines have the delimiters of whole rows, which are named, and none that
 * begin as if the quote before them closed a cell.
 */
const word = fc
  .string({ unit: fc.constantFrom('a', '가', ' ', ',', '"', '\n', "'", '1'), maxLength: 12 })
  .filter((text) => !/^[ "]*[\n,]/.test(text) && !(text.includes('\n') && text.split(',').length > 3));
const row = fc.record({ title: word, publisher: word, shopPrice: fc.nat(99_999), subTitle: word });
const style = fc.record({
  delimiter: fc.constantFrom(',', ';', '\t'),
  end: fc.constantFrom('\n', '\r\n', '\r'),
  isQuotingAll: fc.boolean(),
});
const damage = fc.record({
  kind: fc.constantFrom('insert', 'delete', 'replace', 'cell', 'row'),
  character: fc.constantFrom('"', ',', ';', '\t', '\n', '\r', '\0', 'x', '가', "'", '\\'),
  /** Where in the file, as a share of what lies below the header; those of `special` alone where that is set. */
  place: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
  special: fc.constantFrom('"', 'delimiter', 'end', ''),
});

it('a good file with one damage: every row is read as it was, or the report names it', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(row, { minLength: 8, maxLength: 16 }),
      style,
      damage,
      async (rows, by, what) => {
        const lines = rows.map(({ title, publisher, shopPrice, subTitle }, at) =>
          [at + 1, title, publisher, shopPrice, subTitle].map((cell) => written(String(cell), by)),
        );
        const texts = lines.map((cells) => cells.join(by.delimiter) + by.end);
        const whole = await read(`${NAMES.join(by.delimiter)}${by.end}${texts.join('')}`);
        assert.equal(whole.records.length, rows.length);
        assert.deepEqual([...whole.problems, ...whole.warnings], []);
        const { body, from, until } = damaged(texts, lines, by, what);
        const found = await read(`${NAMES.join(by.delimiter)}${by.end}${body}`);
        const context = JSON.stringify([body, found.problems, found.warnings]);
        const isTouched = (at: number) => at >= from && at <= until;
        const [intact, touched] = [0, 1].map((differing) =>
          whole.records.filter((record, at) => {
            return (
              isTouched(at) === (differing === 1) &&
              !found.records.some((one) => isSame(one, record, differing))
            );
          }),
        );
        assert.deepEqual(intact, [], `rows beside the damage: ${context}`);
        if (found.problems.length + found.warnings.length > 0) return;
        assert.deepEqual(what.kind === 'row' ? [] : touched, [], `the damaged row: ${context}`);
        assert.equal(found.records.length, rows.length - (what.kind === 'row' ? 1 : 0), context);
      },
    ),
    { numRuns: Number(process.env.SEEDS ?? 300) },
  );
});

/** Whether a record is what it was. Of a damaged row one value may differ: damage inside a cell leaves no trace. */
function isSame(found: unknown, expected: unknown, differingMax: number): boolean {
  return NAMES.filter((name) => Object(found)[name] !== Object(expected)[name]).length <= differingMax;
}

type Style = typeof style extends fc.Arbitrary<infer T> ? T : never;
type Damage = typeof damage extends fc.Arbitrary<infer T> ? T : never;

function written(cell: string, { delimiter, isQuotingAll }: Style): string {
  // What writes tabs quotes nothing, and has no line ends in cells.
  if (delimiter === '\t') return cell.replaceAll('\n', ' ');
  const isQuoted = isQuotingAll || /[",;\n]/.test(cell) || cell.trim() !== cell;
  return isQuoted ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/** The text with one damage, and the rows that it touches, from 0. */
function damaged(
  texts: readonly string[],
  lines: readonly (readonly string[])[],
  by: Style,
  { kind, character, place, special }: Damage,
) {
  const body = texts.join('');
  const rowOf = (at: number) => {
    let end = 0;
    return texts.findIndex((text) => {
      end += text.length;
      return end > at;
    });
  };
  const at = Math.floor(place * texts.length);
  if (kind === 'row') return { body: texts.toSpliced(at, 1).join(''), from: at, until: at };
  if (kind === 'cell') {
    const cells = (lines[at] ?? []).toSpliced(1 + (character.charCodeAt(0) % 4), 1);
    return { body: texts.with(at, cells.join(by.delimiter) + by.end).join(''), from: at, until: at };
  }
  const wanted = special === 'delimiter' ? by.delimiter : special === 'end' ? by.end : special;
  const places = [...body.matchAll(RegExp(wanted === '' ? '[^]' : RegExp.escape(wanted), 'g'))];
  const match = places[Math.floor(place * places.length)];
  const start = match?.index ?? Math.floor(place * body.length);
  const end = kind === 'insert' ? start : start + (match?.[0].length ?? 1);
  return {
    body: body.slice(0, start) + (kind === 'delete' ? '' : character) + body.slice(end),
    from: rowOf(Math.max(0, start - 1)),
    until: Math.max(rowOf(start), rowOf(Math.min(body.length - 1, end))),
  };
}
