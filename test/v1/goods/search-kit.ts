import { join } from 'node:path';
import { CATALOG_FILE, openDatabase } from '../../../src/store/sqlite/database.ts';
import { storeSalePoints } from '../../catalog/stored-items.ts';
import { by } from '../../search/search-item.ts';
import { book, smallShop } from '../../support/small-shop.ts';
import type { Cleanup } from '../../support/temp-dir.ts';
import { createTestApp } from '../../support/test-app.ts';

const categories = smallShop.filter((line) => 'kind' in line && line.kind === 'category');

/** The later, the better they sell. */
const shelf = [
  book(1, '셜록 홈즈의 모험', {
    authors: by('코난 도일'),
    publisher: '바람 출판',
    publishDate: '2020-05-01',
    salePrice: 9000,
    itemStatus: '판매중',
  }),
  book(2, '바람과 나비', {
    authors: by('셜록 홈즈'),
    publisher: '하늘',
    publishDate: '2021-05-01',
    salePrice: 12_000,
    itemStatus: '품절',
  }),
  book(3, '바람의 끝', { publisher: '하늘', publishDate: '', salePrice: 0, itemStatus: '판매중' }),
  book(4, '금서', { publisher: '하늘', publishDate: '2020-05-01', salePrice: 9000, withheld: true }),
];

/** The real service with a shop of four books, one of them withheld. 셜록 홈스 and 셜록 홈즈 are similar there. */
export async function searchWorld(t: Cleanup) {
  const app = await createTestApp(t);
  const report = await app.feed([...categories, ...shelf]);
  if (report.problems.length > 0) throw new Error(JSON.stringify(report.problems));
  const db = openDatabase(join(app.config.dataDir, CATALOG_FILE), { busyTimeoutMs: 1000 });
  t.after(() => db.close());
  storeSalePoints(db, { 1: 10, 2: 20, 3: 30, 4: 40 });
  await app.searchTerms.addSimilarWords(['셜록 홈스', '셜록 홈즈']);
  return {
    app,
    /** itemList of a term; `more` begins with "&". */
    search: (term: string, more = '') =>
      app.get(`/v1/goods/itemList?query=${encodeURIComponent(term)}${more}`),
    /** Withholds an item in a commit that the index doesn't take in. */
    withholdUnseen: (itemId: number) =>
      db.exec(
        `UPDATE item SET withheld = 1, data = json_set(data, '$.withheld', json('true')) WHERE item_id = ${itemId};
         UPDATE catalog_state SET revision = revision + 1`,
      ),
    /** Takes away what the index follows, in a commit that it has to take in. */
    endSearch: () =>
      db.exec(
        'ALTER TABLE search_item RENAME TO elsewhere; UPDATE catalog_state SET revision = revision + 1',
      ),
  };
}
