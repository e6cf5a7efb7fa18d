// What a developer writes with openapi-typescript and openapi-fetch. Prints titles, then the code of a failure.
import createClient from 'openapi-fetch';
import type { components, paths } from './schema.d.ts';

const [baseUrl = '', key = ''] = process.argv.slice(2);
const client = createClient<paths>({ baseUrl, headers: { 'X-Api-Key': key } });

function titleOf(item: components['schemas']['Item']): string {
  return item.title;
}

const { data } = await client.GET('/v1/category/bestsellerMonthly', {
  params: { query: { categoryId: '001', date: '2026-10-31', pageSize: 3, detail: 'Y' } },
});
if (data === undefined) throw new Error('no list');
const failure = await client.GET('/v1/goods/itemDetail', {
  params: { query: { searchType: 'ItemId', query: '1' } },
});
console.log(JSON.stringify([data.data.items.map(titleOf), failure.error?.errorCode]));
