import Type from 'typebox';
import { formatKstDay } from '../clock.ts';
import { ApiError } from '../http/errors.ts';
import { message } from '../messages/messages.ts';
import { SEARCH_CATEGORIES, SEARCH_SORTS, SEARCH_TARGETS } from '../search/search-index.ts';
import { choice, day, type Parameter, rangeEnd, wholeNumber, yesNo } from './parameter.ts';

// Parameters of search (docs/rules/search.md).

/** Longest search term in characters (docs/rules/search.md#refused-searches). */
const TERM_MAX = 200;
/** Longest text that is brought into the composed form at all. */
const GIVEN_MAX = 10 * TERM_MAX;
/** Highest price that a filter may name, in won. */
const PRICE_MAX = 999_999_999;

/** The search term, composed (NFC). */
export const term = termLike('Search term', '여행');
/** The same while it is being typed. */
export const beginning = termLike(
  'What the user has typed so far: the beginning of a title or name, or Korean initial consonants',
  'ㅎㄱㄷ',
);

function termLike(description: string, example: string): Parameter<string> {
  return {
    schema: Type.String({ minLength: 1, maxLength: TERM_MAX, description, examples: [example] }),
    errors: ['PARAM_003'],
    read(query, name) {
      const sent = query[name];
      // Systems that store text in pieces send a syllable as up to three characters; nobody counts them so.
      const composed = typeof sent === 'string' && sent.length <= GIVEN_MAX ? sent.normalize('NFC') : '';
      // Counted in code points, as a person would count; a code point takes up to two units.
      const fits = composed.length <= 2 * TERM_MAX && [...composed].length <= TERM_MAX;
      if (composed !== '' && fits) return composed;
      throw new ApiError('PARAM_003', { max: TERM_MAX });
    },
  };
}

export const category = choice(SEARCH_CATEGORIES, 'ALL', 'Catalogue', 'PARAM_008');

export const sort = choice(
  SEARCH_SORTS,
  'DEFAULT',
  'DEFAULT relevance and sales, RELATION relevance, RECENT publication date, REG_DTS registration',
  'PARAM_005',
);

export const target = choice(
  SEARCH_TARGETS,
  'all',
  'Where the words must be: title (with subtitle and original title), author, publisher, or all',
);

/** Filters (docs/rules/search.md#filters), checked in this order. */
export const filters = {
  inStock: yesNo('N', 'Y leaves out products that nobody can order now'),
  publishedFrom: day('Earliest publication date. Products without a date are left out', '2020-01-01'),
  publishedTo: rangeEnd(
    'publishedFrom',
    day('Latest publication date, not before publishedFrom', '2026-12-31'),
    formatKstDay,
  ),
  priceFrom: price("Lowest selling price, in the shop's currency", 5000),
  priceTo: rangeEnd(
    'priceFrom',
    price("Highest selling price, in the shop's currency; not below priceFrom", 30000),
    String,
  ),
};

function price(description: string, example: number): Parameter<number | null> {
  const allowed = message('api.wholeWon', { min: 0, max: PRICE_MAX });
  return wholeNumber({ min: 0, max: PRICE_MAX, fallback: null, description, example, allowed });
}

/** Whether a query without a hit may be corrected. */
export const correct = yesNo('Y', 'N turns correction off: a term that finds nothing fails with SEARCH_001');
