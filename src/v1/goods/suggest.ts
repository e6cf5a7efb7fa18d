import { payloadOf } from '../../http/answer.ts';
import { type Answer, type CheckedCall, endpoint } from '../endpoint.ts';
import { fromIndex } from '../from-index.ts';
import { beginning } from '../search-params.ts';
import { suggestData } from '../search-schemas.ts';
import type { Services } from '../services.ts';

/** Most suggestions of an answer (docs/rules/search.md#suggestions). */
const SUGGESTIONS_MAX = 10;

/** How many more are asked for, to stand in for those that hold a blocked term. */
const SUGGESTIONS_SPARE = 10;

/** What a search term being typed may become (docs/rules/search.md#suggestions). */
export const suggest = endpoint({
  path: '/v1/goods/suggest',
  name: 'suggest',
  title: 'Search suggestions',
  description:
    'Up to ten titles and names that begin with the text typed, or with those Korean initial consonants; best sellers first.',
  parameters: { query: beginning },
  data: suggestData,
  errors: [],
  answer,
});

interface Given {
  readonly query: string;
}

async function answer({ given }: CheckedCall<Given>, { searchTerms, search }: Services): Promise<Answer> {
  const { query } = given;
  const { blocks } = await searchTerms.blockList();
  const found = blocks(query)
    ? []
    : await fromIndex(search.suggest(query, SUGGESTIONS_MAX + SUGGESTIONS_SPARE));
  const suggestions = found.filter((text) => !blocks(text)).slice(0, SUGGESTIONS_MAX);
  return { payload: payloadOf(Buffer.from(`"data":${JSON.stringify({ query, suggestions })}`)) };
}
