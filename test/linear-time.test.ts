import { test } from 'node:test';
import { isWellFormedKey } from '../src/accounts/api-key.ts';
import { compactIsbn } from '../src/catalog/isbn.ts';
import { parseKstDay } from '../src/clock.ts';
import { pictureText } from '../src/covers/cover-text.ts';
import { writeCsv } from '../src/export/table.ts';
import { maskKeys, parseQueryString, pathAndQuery } from '../src/http/query-string.ts';
import { chooseEncoding } from '../src/http/response.ts';
import { parseDateFormat } from '../src/ingest/table/date-text.ts';
import { recogniseColumns } from '../src/ingest/table/recognise-columns.ts';
import { plainText } from '../src/ingest/text/plain-text.ts';
import { preferredLanguage } from '../src/messages/languages.ts';
import { swapLayout } from '../src/search/correction/keyboard.ts';
import { correctableWords } from '../src/search/correction/word-candidates.ts';
import { foldText } from '../src/search/fold/fold-text.ts';
import { parseQuery } from '../src/search/query.ts';
import { searchDocument } from '../src/search/search-document.ts';
import { loggedText } from '../src/search/search-log.ts';
import { createBlockList } from '../src/search/search-term-admin.ts';
import { suggestKey } from '../src/search/suggestions.ts';
import { indexTokens } from '../src/search/tokenise.ts';
import { isEmail, line, paragraph, toLine } from '../src/site/kit/fields.ts';
import { quoteValue } from '../src/v1/endpoint.ts';
import { term } from '../src/v1/search-params.ts';
import { assertLinear } from './support/linear-time.ts';

// Whole files: test/ingest/linear-time.test.ts.

/** A text of a feed may be as long as that. */
const LONG = 25_000;

/** What reads texts from outside, with the length at which it is timed: far beyond what the server lets in. */
const READERS: readonly (readonly [name: string, length: number, run: (input: string) => unknown])[] = [
  ['query string', LONG, parseQueryString],
  ['target of a request', LONG, pathAndQuery],
  ['masking of keys', LONG, (text) => maskKeys(`/v1/x?%61${text}`, 'seoga_live_')],
  ['Accept-Encoding', 16_000, readAnewAcceptEncoding],
  ['Accept-Language', 16_000, preferredLanguage],
  ['API key', 16_000, (text) => isWellFormedKey('seoga_live_', text)],
  ['ISBN', 16_000, compactIsbn],
  ['date', 16_000, parseKstDay],
  ['value quoted in a message', 16_000, (text) => quoteValue(text)],
  ['email address', 16_000, isEmail],
  ['line from a sign-in provider', 16_000, (text) => toLine(text, 100)],
  [
    'line of a form',
    LONG,
    (text) => tolerant(() => line(1, 8 * LONG).read(text.replaceAll('\n', ' '), 'name')),
  ],
  ['paragraph of a form', LONG, (text) => tolerant(() => paragraph(1, 8 * LONG).read(text, 'name'))],
  ['search term', 16_000, (text) => tolerant(() => term.read({ query: text }, 'query'))],
  ['search query', 2_000, parseQuery],
  ['index tokens', 2_000, indexTokens],
  ['folding of text', LONG, foldText],
  ['blocked terms', 2_000, createBlockList(['bad word', '금서', 'a-b']).blocks],
  ['query that is kept', LONG, loggedText],
  ['keyboard layout', 2_000, swapLayout],
  ['words to correct', 2_000, correctableWords],
  ['suggestion key', LONG, suggestKey],
  ['text of a picture', LONG, pictureText],
  ['text of a feed, one line', LONG, (text) => plainText(text, 'line')],
  ['text of a feed, lines', LONG, (text) => plainText(text, 'lines')],
  ['text of a feed that may be markup', LONG, (text) => plainText(`<${text} <&`, 'lines')],
  ['format of a date', LONG, parseDateFormat],
  [
    'columns of a table',
    LONG,
    (text) =>
      recogniseColumns([
        [text, 'ISBN'],
        [text, text],
      ]),
  ],
  ['words of an item', LONG, (text) => searchDocument(everywhere(text))],
  ['cell of a file', LONG, (text) => writeCsv([[text]])],
];

/** Pieces that make patterns with nested or adjacent repetitions backtrack when they come in long runs. */
const PIECES = [
  ...'?&, \n-.0a\'@<가ㄱé\u0301[("\u00a0',
  ...['%61', '=&', ';q=', 'a0', '<a ', '&a', '1,', 'c+', '_x'],
  // What markup can be nested of.
  ...'<b "|<!--|&amp;|<script>|&#|a=<b | \n|</script |<b\n|b ""'.split('|'),
];

for (const [name, length, run] of READERS) {
  test(`${name}: four times the input takes no more than about four times the CPU, whatever is repeated`, async () => {
    for (const piece of PIECES) {
      const fill = (size: number) => piece.repeat(Math.ceil(size / piece.length));
      await assertLinear(`${name}, ${JSON.stringify(piece)}`, fill, length, run);
      // A match that fails only at the very end is what makes a pattern try every other way first.
      await assertLinear(
        `${name}, ${JSON.stringify(piece)} and "!"`,
        (size) => `1${fill(size)}!`,
        length,
        run,
      );
    }
  });
}

/** The header that was read last is remembered: without another one between, only the first reading would be timed. */
function readAnewAcceptEncoding(text: string): void {
  chooseEncoding('gzip');
  chooseEncoding(text);
}

function everywhere(text: string) {
  const texts = { title: text, subTitle: text, originalTitle: text, publisher: text };
  return { ...texts, contributors: [text], series: [text] };
}

function tolerant(run: () => unknown): void {
  try {
    run();
  } catch {
    // Refusing is fine; taking long over it is not.
  }
}
