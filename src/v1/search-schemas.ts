import Type from 'typebox';
import { CORRECTION_KINDS } from '../search/search-index.ts';
import { metaSchema } from './schemas.ts';

/** The header that offers a query, on answers and on SEARCH_001 (docs/rules/search.md#headers). */
export const suggestionHeaders = {
  'Seoga-Suggestion': {
    type: 'string',
    description:
      'A term to offer the user: it finds something, but is too uncertain to be searched for right away. Percent-encoded ' +
      'UTF-8; also on SEARCH_001',
  },
};

/** Headers of an answer to another query than the one sent (docs/rules/search.md#headers). */
export const correctionHeaders = {
  'Seoga-Query-Used': {
    type: 'string',
    description: 'Only when the term was corrected: the term that was searched for, percent-encoded UTF-8',
  },
  'Seoga-Correction': {
    type: 'string',
    enum: [...CORRECTION_KINDS],
    description: 'Only when the term was corrected: the kind of correction',
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
