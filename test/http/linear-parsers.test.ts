import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isWellFormedKey } from '../../src/accounts/api-key.ts';
import { compactIsbn } from '../../src/catalog/isbn.ts';
import { parseKstDay } from '../../src/clock.ts';
import { pictureText } from '../../src/covers/cover-text.ts';
import { maskKeys, parseQueryString } from '../../src/http/query-string.ts';
import { chooseEncoding } from '../../src/http/response.ts';
import { plainText } from '../../src/ingest/text/plain-text.ts';
import { preferredLanguage } from '../../src/messages/languages.ts';
import { createBlockList } from '../../src/search/block-list.ts';
import { swapLayout } from '../../src/search/correction/keyboard.ts';
import { queryPieces } from '../../src/search/correction/query-words.ts';
import { foldText } from '../../src/search/fold/fold-text.ts';
import { parseQuery } from '../../src/search/query.ts';
import { keptQuery } from '../../src/search/search-log.ts';
import { initialPatterns, suggestKey } from '../../src/search/suggest/suggest-key.ts';
import { indexTokens } from '../../src/search/tokenise.ts';
import { isEmail, toLine } from '../../src/site/kit/fields.ts';
import { quoteValue } from '../../src/v1/endpoint.ts';
import { term } from '../../src/v1/search-params.ts';

/** How often a measurement that looks bad is repeated: other programs on the machine disturb some, not all. */
const TRIES = 7;

/** Below this a measurement is mostly noise; it also forgives what a run costs whatever its length. */
const FLOOR_US = 4_000;

/** For four times the input a quadratic parser takes 16 times as long, a linear one four times. */
const RATIO_MAX = 9;

/** Every parser of outside input with the length at which it is timed: far beyond what the server lets in. */
const PARSERS: readonly (readonly [name: string, length: number, run: (input: string) => unknown])[] = [
  ['query string', 16_000, parseQueryString],
  ['masking of keys', 16_000, (text) => maskKeys(`/v1/x?%61${text}`, 'seoga_live_')],
  ['Accept-Encoding', 16_000, readAnewAcceptEncoding],
  ['Accept-Language', 16_000, preferredLanguage],
  ['API key', 16_000, (text) => isWellFormedKey('seoga_live_', text)],
  ['ISBN', 16_000, compactIsbn],
  ['date', 16_000, parseKstDay],
  ['value quoted in a message', 16_000, (text) => quoteValue(text)],
  ['email address', 16_000, isEmail],
  ['line from a sign-in provider', 16_000, (text) => toLine(text, 100)],
  ['search term', 16_000, (text) => tolerant(() => term.read({ query: text }, 'query'))],
  ['search query', 2_000, parseQuery],
  ['index tokens', 2_000, indexTokens],
  ['folding of text', 16_000, foldText],
  ['blocked terms', 2_000, createBlockList(['bad word', '금서', 'a-b']).blocks],
  ['query that is kept', 2_000, keptQuery],
  ['keyboard layout', 2_000, swapLayout],
  ['words to correct', 2_000, queryPieces],
  ['suggestion key', 2_000, suggestKey],
  ['initial consonants', 2_000, initialPatterns],
  ['text of a picture', 16_000, pictureText],
  ['text of a feed', 16_000, (text) => plainText(text, 'lines')],
];

/** Pieces that make patterns with nested or adjacent repetitions backtrack when they come in long runs. */
const PIECES = [..."?&, \n-.0a'@<가ㄱé\u0301", ...['%61', '=&', ';q=', 'a0', '<a ', '&a', '1,', 'c+', '_x']];

for (const [name, length, run] of PARSERS) {
  test(`${name}: four times the input takes no more than about four times the CPU, whatever is repeated`, () => {
    for (const piece of PIECES) {
      const fill = (size: number) => piece.repeat(Math.ceil(size / piece.length));
      assertLinear(`${name}, ${JSON.stringify(piece)}`, fill, length, run);
      // A match that fails only at the very end is what makes a pattern try every other way first.
      assertLinear(`${name}, ${JSON.stringify(piece)} and "!"`, (size) => `1${fill(size)}!`, length, run);
    }
  });
}

/** The header that was read last is remembered: without another one between, only the first reading would be timed. */
function readAnewAcceptEncoding(text: string): void {
  chooseEncoding('gzip');
  chooseEncoding(text);
}

function tolerant(run: () => unknown): void {
  try {
    run();
  } catch {
    // Refusing is fine; taking long over it is not.
  }
}

/** Asserts that `run` takes CPU time in proportion to the length of its input, measured at `length` and four times that. */
function assertLinear(
  title: string,
  input: (length: number) => string,
  length: number,
  run: (input: string) => unknown,
): void {
  const [shortInput, longInput] = [input(length), input(4 * length)];
  let short = cpuUs(shortInput, run);
  let long = Number.POSITIVE_INFINITY;
  for (let i = 0; i < TRIES; i++) {
    short = Math.min(short, cpuUs(shortInput, run));
    long = Math.min(long, cpuUs(longInput, run));
    if (long <= RATIO_MAX * Math.max(short, FLOOR_US)) return;
  }
  assert.fail(`${title}: ${short} us for ${length} characters, ${long} us for four times as many`);
}

function cpuUs(input: string, run: (input: string) => unknown): number {
  const before = process.cpuUsage();
  run(input);
  const { user, system } = process.cpuUsage(before);
  return user + system;
}
