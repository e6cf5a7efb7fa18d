import { CATEGORIES, failed, type Rows } from '../rows.ts';

/** What a shop without a single record answers: docs/rules/interface.md#error-codes. */
export function emptyShopRows({ operatorRow }: Rows): void {
  operatorRow('404 CATEGORY_001: a shop without categories', async ({ strict }) => {
    failed(await strict.accounts.other.call(CATEGORIES), 404, 'CATEGORY_001');
  });
}
