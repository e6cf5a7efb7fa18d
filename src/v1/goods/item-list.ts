import { isDeepStrictEqual } from 'node:util';
import { isPublic } from '../../catalog/catalog-store.ts';
import { inOneRevision } from '../../catalog/revision.ts';
import { ApiError } from '../../http/errors.ts';
import { message } from '../../messages/messages.ts';
import { type CorrectionKind, NO_FILTER, suggestionHeadersOf } from '../../search/search-index.ts';
import { endpoint } from '../endpoint.ts';
import { refusePastEnd, renderItemList } from '../item.ts';
import { detail, paging } from '../params.ts';
import { enumerated, itemListSchema, type Meanings, text } from '../schema.ts';
import { category, correct, filters, sort, target, term } from '../search-params.ts';

/** Headers of a 200 response, and of SEARCH_001 (docs/search.md#headers). */
const suggestionHeaders = {
  'Seoga-Suggestion': text({
    en: 'A term to offer the user: it finds something, but is too uncertain to be searched for right away. Percent-encoded UTF-8; also on SEARCH_001',
    ko: '사용자에게 제안할 검색어. 결과는 있지만 바로 바꿔 검색하기에는 확실하지 않을 때 반환합니다. UTF-8로 퍼센트 인코딩되어 있으며 SEARCH_001에도 있습니다',
  }),
};

const CORRECTIONS: Meanings<CorrectionKind> = {
  keyboard: { en: 'Typed in the other keyboard layout', ko: '한/영 전환' },
  spelling: { en: 'Spelling', ko: '맞춤법' },
  spacing: { en: 'Spacing', ko: '띄어쓰기' },
  similar: { en: 'A similar word', ko: '유사어' },
  prefix: { en: 'The last word as the beginning of a word', ko: '마지막 단어로 시작하는 말' },
  partial: { en: 'Without words that say little', ko: '일부 단어 제외' },
};

const correctionHeaders = {
  'Seoga-Query-Used': text({
    en: 'Only when the term was corrected: the term that was searched for, percent-encoded UTF-8',
    ko: '검색어를 교정했을 때만. 실제로 사용한 검색어이며 UTF-8로 퍼센트 인코딩되어 있습니다',
  }),
  'Seoga-Correction': enumerated(CORRECTIONS, {
    en: 'Only when the term was corrected: the kind of correction',
    ko: '검색어를 교정했을 때만. 교정 방식',
  }),
  ...suggestionHeaders,
};

export const itemList = endpoint({
  path: '/v1/goods/itemList',
  name: 'itemList',
  title: { en: 'Product search', ko: '상품 검색' },
  description: {
    en: 'Products whose title, contributors, publisher or series contain all words of the search term. A term that finds nothing is corrected if that helps; `message` then says so, and two headers name the term that was used and the kind of correction.',
    ko: '제목, 저자, 출판사, 시리즈에 검색어의 모든 단어가 들어 있는 상품을 찾습니다. 결과가 없으면 검색어를 교정해 다시 검색하고, 이때 `message`에 안내 문장이 들어가고, 실제로 사용한 검색어와 교정 방식을 두 헤더로 알려 줍니다.',
  },
  parameters: { query: term, category, sort, ...paging, detail, target, ...filters, correct },
  data: itemListSchema(false),
  headers: correctionHeaders,
  notFoundHeaders: suggestionHeaders,
  errors: ['SEARCH_001', 'SEARCH_002'],
  dependsOn: ({ searchTerms }) => searchTerms.blockList(),
  waits: true,
  async answer({ given, caller }, services) {
    const { query, category, sort, page, pageSize, detail, target, correct, ...filter } = given;
    const { searchTerms, search, catalog, revision } = services;
    const { blocks } = await searchTerms.blockList();
    if (blocks(query)) throw new ApiError('SEARCH_002');
    const range = { offset: (page - 1) * pageSize, limit: pageSize };
    const found = await search.search({ query, category, sort, target, filter, correct, ...range });
    const { correction, totalCount, withheldCount } = found;
    // A correction must not bypass a blocked term.
    if (correction !== null && blocks(correction.query)) throw new ApiError('SEARCH_002');
    const suggestion = found.suggestion !== null && !blocks(found.suggestion) ? found.suggestion : null;
    const isEmpty = totalCount === 0 && withheldCount === 0;
    // The operator sees recorded terms. An empty result because of a filter doesn't mean that the catalogue lacks a book.
    const isMissed = correction !== null || (isEmpty && isDeepStrictEqual(filter, NO_FILTER));
    if (isMissed && page === 1) searchTerms.recordQuery({ query, correction });
    if (totalCount === 0 && withheldCount > 0) throw new ApiError('SEARCH_002');
    if (totalCount === 0) throw new ApiError('SEARCH_001', {}, suggestionHeadersOf(suggestion));
    refusePastEnd({ page, pageSize }, totalCount, 'SEARCH_001');
    const view = { detail, sides: false, addOnUserKey: caller.addOnUserKey };
    const list = { page, pageSize, totalCount };
    const members = await inOneRevision(revision, async () => {
      const items = await catalog.findItems(found.itemIds);
      // The search index may be older than the catalogue, so some items may be withheld or missing.
      const entries = items.flatMap((item, index) =>
        isPublic(item) ? [{ item, sortOrder: range.offset + index + 1, upDown: null }] : [],
      );
      return renderItemList(entries, view, list, services);
    });
    return {
      members,
      // Corrections change with other data, too. An index that lags behind is updated without a new revision.
      isLasting: correction === null && found.suggestion === null && found.isCurrent,
      list,
      correction,
      message:
        correction &&
        message(correction.kind === 'prefix' ? 'api.correctedPrefix' : 'api.corrected', {
          asked: query,
          used: correction.query,
        }),
      suggestion,
    };
  },
});
