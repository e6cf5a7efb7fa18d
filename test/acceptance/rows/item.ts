import assert from 'node:assert/strict';
import type { Fields } from '../../support/answer.ts';
import { ENDPOINTS } from '../interface.ts';
import { ITEM_DETAIL, ITEM_LIST, MONTHLY, type Rows, succeeded } from '../rows.ts';
import type { Service } from '../service.ts';
import { bareItem, DETAIL_FIELDS, fullItem, ITEM_FIELDS, SIDES } from './item-fields.ts';

const fieldsOf = (detail: string, hasSides: boolean) =>
  [...ITEM_FIELDS, ...(detail === 'Y' ? DETAIL_FIELDS : [])].filter(
    ([name]) => hasSides || !SIDES.includes(name),
  );
const names = (fields: readonly (readonly [string, ...unknown[]])[]) =>
  fields.map(([name]) => name).join(', ');

/** The item, with and without detail=Y: docs/api.md#item. */
export function itemRows({ test }: Rows): void {
  for (const { name, path, call, data } of ENDPOINTS.filter(
    ({ data }) => data === 'covers' || data === 'cover',
  )) {
    test(`${name} items: each field in its place, with ${data}`, async ({ client }) => {
      for (const detail of ['N', 'Y']) {
        const fields = fieldsOf(detail, data === 'covers').map(([field]) => field);
        for (const item of succeeded(await client.call(path, { ...call, detail })).data.items)
          assert.deepEqual(Object.keys(item), fields);
      }
    });
  }

  const title = `item fields: what the feed gives, or the default: ${names(ITEM_FIELDS)}; with detail=Y ${names(DETAIL_FIELDS)}`;
  test(title, async (service) => {
    for (const [{ itemId }, at] of [
      [fullItem, 1],
      [bareItem, 2],
    ] as const) {
      const shown = [
        await itemIn(service, ITEM_DETAIL, itemId, { searchType: 'ItemId', query: itemId }),
        await itemIn(service, ITEM_LIST, itemId, { query: itemId }),
        // What has never sold is in no list of sales.
        ...(at === 1 ? [await itemIn(service, MONTHLY, itemId, { categoryId: '001001' })] : []),
      ];
      for (const item of shown) {
        for (const field of [...ITEM_FIELDS, ...DETAIL_FIELDS]) {
          const [name, value] = [field[0], field[at]];
          if (value === undefined || !(name in item)) continue;
          const expected = typeof value === 'function' ? value(service.client.baseUrl) : value;
          assert.deepEqual(item[name], expected, `${name} of ${itemId}`);
        }
      }
    }
  });

  test('item upDown: places gained since the month before; null if not ranked', async ({ client }) => {
    const changes = async (path: string, parameters: Readonly<Record<string, string | number>>) =>
      succeeded(await client.call(path, parameters)).data.items.map((item) => [item.itemId, item.upDown]);
    assert.deepEqual(await changes(MONTHLY, { categoryId: '001001' }), [
      [1001, 1],
      [1004, null],
      [1002, -2],
      [1008, 0],
    ]);
    assert.deepEqual(await changes(MONTHLY, { categoryId: '001001', sex: 'M' }), [
      [1004, null],
      [1001, -1],
      [1002, -1],
    ]);
    assert.deepEqual(await changes(ITEM_LIST, { query: 1001 }), [[1001, null]]);
    assert.deepEqual(await changes(ITEM_DETAIL, { searchType: 'ItemId', query: 1001 }), [[1001, null]]);
  });
}

/** An item with all fields, as a list shows it. */
async function itemIn(
  { client }: Service,
  path: string,
  itemId: number,
  parameters: object,
): Promise<Fields> {
  const { data } = succeeded(await client.call(path, { ...parameters, detail: 'Y' }));
  const item = data.items.find((one) => one.itemId === itemId);
  assert.ok(item, `${itemId} is in its list`);
  return item;
}
