// What a developer writes with a client of @hey-api/openapi-ts. Prints titles, then the code of a failure.
import { client } from './generated/client.gen.ts';
import { bestsellerMonthly, itemDetail } from './generated/sdk.gen.ts';
import type { Item } from './generated/types.gen.ts';

const [baseUrl = '', key = ''] = process.argv.slice(2);
client.setConfig({ baseUrl, auth: () => key });

const titleOf = (item: Item): string => item.title;

const { data } = await bestsellerMonthly({
  query: { categoryId: '001', date: '2026-10-31', pageSize: 3, detail: 'Y' },
});
if (data === undefined) throw new Error('no list');
const { error } = await itemDetail({ query: { searchType: 'ItemId', query: '1' } });
console.log(JSON.stringify([data.data.items.map(titleOf), error?.errorCode]));
