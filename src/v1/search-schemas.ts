import Type from 'typebox';
import { CORRECTION_KINDS, SEARCH_CATEGORIES, SEARCH_SORTS, SEARCH_TARGETS } from '../search/search-index.ts';
import { metaSchema, oneOf } from './schemas.ts';
import { PRICE_MAX, SEARCH_TERM_MAX } from './search-params.ts';

const yn = (fallback: 'Y' | 'N', description: string) =>
  Type.Optional(oneOf(['Y', 'N'], { default: fallback, description }));
const day = (description: string) => Type.Optional(Type.String({ format: 'date', description }));
const price = (description: string) =>
  Type.Optional(Type.Integer({ minimum: 0, maximum: PRICE_MAX, description }));

/** Parameters of search. */
export const searchParameter = {
  term: Type.String({
    minLength: 1,
    maxLength: SEARCH_TERM_MAX,
    description: 'Search term',
    examples: ['여행'],
  }),
  category: Type.Optional(oneOf(SEARCH_CATEGORIES, { default: 'ALL', description: 'Catalogue' })),
  sort: Type.Optional(
    oneOf(SEARCH_SORTS, {
      default: 'DEFAULT',
      description:
        'DEFAULT relevance and sales, RELATION relevance, RECENT publication date, REG_DTS registration',
    }),
  ),
  target: Type.Optional(
    oneOf(SEARCH_TARGETS, {
      default: 'all',
      description:
        'Where the words must stand: title with subtitle and original title, author, publisher, or all',
    }),
  ),
  inStock: yn('N', 'Y leaves out what cannot be had now'),
  publishedFrom: day('First day of publication. Products of unknown date are left out'),
  publishedTo: day('Last day of publication, not before publishedFrom'),
  priceFrom: price('Lowest selling price in won'),
  priceTo: price('Highest selling price in won, not below priceFrom'),
  correct: yn('Y', 'N switches correction off: a term without result stays without'),
  beginning: Type.String({
    minLength: 1,
    maxLength: SEARCH_TERM_MAX,
    description: 'What has been typed so far: a beginning, or initial consonants',
    examples: ['ㅎㄱㄷ'],
  }),
};

/** The header that offers a query, on answers and on SEARCH_001 (docs/rules/search.md#headers). */
export const suggestionHeaders = {
  'Seoga-Suggestion': {
    type: 'string',
    description:
      'A term to offer: it may have been meant and has results, but is too unsure to answer with. Percent-encoded UTF-8; ' +
      'also on SEARCH_001',
  },
};

/** Headers of an answer to another query than the one sent (docs/rules/search.md#headers). */
export const correctionHeaders = {
  'Seoga-Query-Used': {
    type: 'string',
    description: 'Only when the term was corrected: the term that the answer is of, percent-encoded UTF-8',
  },
  'Seoga-Correction': {
    type: 'string',
    enum: [...CORRECTION_KINDS],
    description: 'Only when the term was corrected: how',
  },
  ...suggestionHeaders,
};

export const suggestData = Type.Object({
  meta: metaSchema,
  data: Type.Object(
    {
      query: Type.String({ description: 'What was typed' }),
      suggestions: Type.Array(Type.String(), {
        maxItems: 10,
        description: 'Titles and names to search for, best selling first; empty when there are none',
      }),
    },
    { title: 'Suggestions' },
  ),
});
