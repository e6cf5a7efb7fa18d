import { by } from '../../contracts/search-subject.ts';
import { searchItem } from '../../search/search-item.ts';
import { createScanSearchIndex, type ScanSearchIndex } from '../../support/scan-search-index.ts';
import { book, smallShop } from '../../support/small-shop.ts';
import type { Cleanup } from '../../support/temp-dir.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';

/** The real service on an index that scans a shop of four books, one of them withheld. */
export interface SearchWorld {
  readonly app: TestApp;
  readonly index: ScanSearchIndex;
  /** itemList of a term; `more` begins with "&". */
  search(term: string, more?: string): ReturnType<TestApp['get']>;
}

const categories = smallShop.filter((line) => 'kind' in line && line.kind === 'category');

export async function searchWorld(t: Cleanup): Promise<SearchWorld> {
  const shelf = [
    searchItem(1, { title: '셜록 홈즈의 모험', contributors: by('코난 도일'), publisher: '바람출판' }),
    searchItem(2, { title: '바람과 나비', contributors: by('셜록 홈즈'), publisher: '하늘' }),
    searchItem(3, { title: '바람의 끝', publisher: '하늘' }),
    searchItem(4, { title: '금서', publisher: '하늘' }),
  ];
  const about = [
    { publishDate: '2020-05-01', salePrice: 9000 },
    { publishDate: '2021-05-01', salePrice: 12_000, itemStatus: '품절' },
    { publishDate: '', salePrice: 0 },
    { publishDate: '2020-05-01', salePrice: 9000 },
  ];
  const index = createScanSearchIndex(
    shelf.map((item, i) => ({
      item: { ...item, ...about[i] },
      salePoint: 10 * i,
      withheld: item.itemId === 4,
    })),
    {
      '셜록 홈스': { kind: 'similar', query: '셜록 홈즈' },
      qkfka: { kind: 'keyboard', query: '바람' },
      바랍: { kind: 'spelling', query: '바람' },
      금써: { kind: 'spelling', query: '금서' },
      없다: { kind: 'spacing', query: '없는 것' },
    },
  );
  const app = await createTestApp(t, { search: index });
  const withheld = { withheld: true };
  const lines = shelf.map(({ itemId, title }) => book(itemId, title, itemId === 4 ? withheld : {}));
  await app.feed([...categories, ...lines]);
  return {
    app,
    index,
    search: (term, more = '') => app.get(`/v1/goods/itemList?query=${encodeURIComponent(term)}${more}`),
  };
}
