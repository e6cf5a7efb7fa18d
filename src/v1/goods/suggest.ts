import Type from 'typebox';
import { payloadOf } from '../../http/answer.ts';
import { fromIndex } from '../from-index.ts';
import { readSearchTerm } from '../search-params.ts';
import { searchParameter, suggestData } from '../search-schemas.ts';
import type { Answer, Call, Endpoint, Services } from '../services.ts';

/** Most suggestions of an answer (docs/rules/search.md#suggestions). */
const SUGGESTIONS_MAX = 10;

/** How many more are asked for, to stand in for those that hold a blocked term. */
const SUGGESTIONS_SPARE = 10;

/** What a search term being typed may become (docs/rules/search.md#suggestions). */
export const suggest: Endpoint = {
  path: '/v1/goods/suggest',
  name: 'suggest',
  title: 'Search suggestions',
  description:
    'Up to ten titles and names that begin as typed, or have the initial consonants that were typed, best selling first.',
  parameters: Type.Object({ query: searchParameter.beginning }),
  data: suggestData,
  errors: ['PARAM_003'],
  answer,
};

async function answer(call: Call, { searchTerms, search }: Services): Promise<Answer> {
  const query = readSearchTerm(call.query);
  const { blocks } = await searchTerms.blockList();
  const found = blocks(query)
    ? []
    : await fromIndex(search.suggest(query, SUGGESTIONS_MAX + SUGGESTIONS_SPARE));
  const suggestions = found.filter((text) => !blocks(text)).slice(0, SUGGESTIONS_MAX);
  return { payload: payloadOf(Buffer.from(`"data":${JSON.stringify({ query, suggestions })}`)) };
}
