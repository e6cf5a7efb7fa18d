import { CORRECTION_KINDS } from '../search/search-index.ts';
import { about } from './openapi/document-texts.ts';

/** The header that offers a query, on answers and on SEARCH_001 (docs/rules/search.md#headers). */
export const suggestionHeaders = {
  'Seoga-Suggestion': {
    type: 'string',
    ...about({
      en: 'A term to offer the user: it finds something, but is too uncertain to be searched for right away. Percent-encoded UTF-8; also on SEARCH_001',
      ko: '사용자에게 제안할 검색어. 결과는 있지만 바로 바꿔 검색하기에는 확실하지 않을 때 반환합니다. UTF-8로 퍼센트 인코딩되어 있으며 SEARCH_001에도 있습니다',
    }),
  },
};

/** Headers of an answer to another query than the one sent (docs/rules/search.md#headers). */
export const correctionHeaders = {
  'Seoga-Query-Used': {
    type: 'string',
    ...about({
      en: 'Only when the term was corrected: the term that was searched for, percent-encoded UTF-8',
      ko: '검색어를 교정했을 때만. 실제로 사용한 검색어이며 UTF-8로 퍼센트 인코딩되어 있습니다',
    }),
  },
  'Seoga-Correction': {
    type: 'string',
    enum: [...CORRECTION_KINDS],
    ...about({
      en: 'Only when the term was corrected: the kind of correction',
      ko: '검색어를 교정했을 때만. 교정 방식',
    }),
  },
  ...suggestionHeaders,
};
