import { dataMember, endpoint } from '../endpoint.ts';
import { dataObject, list, text } from '../schema.ts';
import { beginning } from '../search-params.ts';

const SUGGESTIONS_MAX = 10;

/** Found in addition, to replace suggestions that contain a blocked term. */
const SUGGESTIONS_SPARE = 10;

const suggestData = dataObject('Suggestions', {
  query: text({ en: 'What was typed', ko: '입력한 글자' }),
  suggestions: {
    ...list(text(), {
      en: 'Titles and names to search for, best selling first; empty when there are none',
      ko: '추천 검색어(제목과 이름). 판매량순이며 없으면 빈 배열',
    }),
    maxItems: SUGGESTIONS_MAX,
  },
});

export const suggest = endpoint({
  path: '/v1/goods/suggest',
  name: 'suggest',
  title: { en: 'Search suggestions', ko: '검색어 자동 완성' },
  description: {
    en: 'Up to ten titles and names that begin with the text typed, or with those Korean initial consonants; best sellers first.',
    ko: '입력한 글자나 초성으로 시작하는 제목과 이름을 판매량순으로 최대 10개까지 반환합니다.',
  },
  parameters: { query: beginning },
  data: suggestData,
  errors: [],
  waits: true,
  async answer({ given }, { searchTerms, search }) {
    const { query } = given;
    const { blocks } = await searchTerms.blockList();
    const found = blocks(query) ? [] : await search.suggest(query, SUGGESTIONS_MAX + SUGGESTIONS_SPARE);
    const suggestions = found.filter((text) => !blocks(text)).slice(0, SUGGESTIONS_MAX);
    return { members: dataMember({ query, suggestions }) };
  },
});
