import { MEDIA_TYPES } from '../../http/cached-response.ts';
import { READING } from '../kit/limits.ts';
import { download } from '../kit/screen.ts';

export const SAMPLES = '/portal/console/samples';

const CATEGORIES = `categoryId,categoryName,parentId
001,국내도서,
001001,소설,001
002,외국도서,
`;

const BOOKS = `itemId,title,authors,publisher,isbn13,catalog,categoryIds,shopPrice,salePrice,publishDate
1001,홍길동전,허균,서가출판사,9788936434595,BOOK,001001,15000,13500,2024-05-01
1002,춘향전,작자 미상,서가출판사,,BOOK,001001,12000,10800,2023-03
1003,Pride and Prejudice,Jane Austen,Example Press,9780141439518,FOREIGN,002,18000,16200,2002
`;

const ORDERS = `orderId,lineNo,itemId,quantity,unitPrice,soldAt,sex,age
A-1,1,1001,2,13500,2026-11-02T14:03:11+09:00,F,34
A-1,2,1003,1,16200,2026-11-02T14:03:11+09:00,F,34
A-2,1,1002,1,10800,2026-11-03T09:20:00+09:00,,
`;

/** Small files of each kind, in our own column names. */
export const sampleFiles = (
  [
    ['categories', CATEGORIES],
    ['books', BOOKS],
    ['orders', ORDERS],
  ] as const
).map(([name, text]) =>
  download(`${SAMPLES}/${name}.csv`, {
    needs: 'see-shop',
    limit: READING,
    query: {},
    // The byte order mark tells spreadsheet programs the encoding.
    read: async () => ({ name: `${name}.csv`, type: MEDIA_TYPES.csv, body: `\ufeff${text}` }),
  }),
);
