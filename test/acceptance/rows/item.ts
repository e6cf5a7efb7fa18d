import assert from 'node:assert/strict';
import type { Fields } from '../client.ts';
import { bareItem, fullItem } from '../feed.ts';
import {
  type Call,
  DEAL,
  ITEM_DETAIL,
  ITEM_LIST,
  ITEM_LISTS,
  MONTHLY,
  type Rows,
  succeeded,
} from '../rows.ts';
import type { Service } from '../service.ts';
import { DETAIL_FIELDS, type Field, hasType, ITEM_FIELDS } from './item-fields.ts';

/** The item, with and without detail=Y: docs/rules/interface.md#item. */
export function itemRows(rows: Rows): void {
  for (const field of ITEM_FIELDS) fieldRow('item', 'N', field, rows);
  orderRows(rows);
  rankFields(rows);
  pictureFields(rows);
  for (const field of DETAIL_FIELDS) fieldRow('item detail', 'Y', field, rows);
}

const BEFORE_SIDES = 'sortOrder itemId title author goodsType goodsSortNm adultYn publisher isbn10 isbn13'
  .concat(' shopPrice salePrice publishDate itemStatus cover')
  .split(' ');
const SIDES = ['sideCover', 'backCover'];
const BEHIND_SIDES = ['link', 'addOnLink', 'upDown', 'contentDetail'];
const DETAIL = 'subTitle originalTitle originalTranslation servicePoint salePoint fixedBookPriceYn pages'
  .concat(' weight width length height itemFormat starScore mobileLink eBookLink ebookId series')
  .split(' ');

/** A field has its type on every item of every list, and its value on the two items that the feed knows best. */
function fieldRow(section: string, detail: 'Y' | 'N', field: Field, { row }: Rows): void {
  const type = `${field.type}${field.isNullable ? ' or null' : ''}`;
  row(`${section} ${field.name}: ${type}, ${field.meaning}`, async (service) => {
    for (const { path, parameters } of ITEM_LISTS) {
      for (const item of await itemsOf(service, path, { ...parameters, detail })) {
        assert.ok(hasType(item[field.name], field), `${path} ${item.itemId}: ${String(item[field.name])}`);
      }
    }
    const expected = (value: unknown) =>
      typeof value === 'function' ? value(service.client.baseUrl) : value;
    for (const item of await showings(service, fullItem.itemId, detail)) {
      assert.deepEqual(item[field.name], expected(field.full));
    }
    if (field.bare === undefined) return;
    for (const item of await showings(service, bareItem.itemId, detail)) {
      assert.deepEqual(item[field.name], expected(field.bare));
    }
  });
}

/** An item as every item list shows it. The bare one has never sold. */
async function showings(service: Service, itemId: number, detail: 'Y' | 'N'): Promise<Fields[]> {
  const lists = [
    itemsOf(service, ITEM_DETAIL, { searchType: 'ItemId', query: itemId, detail }),
    itemsOf(service, ITEM_LIST, { query: itemId, detail }),
    ...(itemId === bareItem.itemId ? [] : [itemsOf(service, MONTHLY, { categoryId: '001001', detail })]),
  ];
  return (await Promise.all(lists)).map((items) => {
    const item = items.find((one) => one.itemId === itemId);
    assert.ok(item, `${itemId} is in its list`);
    return item;
  });
}

const asked = new Map<string, Promise<readonly Fields[]>>();

/** The items of a list, asked for once: some thirty tests look at different fields of the same answers. */
function itemsOf(
  { client }: Service,
  path: string,
  parameters: Call['parameters'],
): Promise<readonly Fields[]> {
  const name = JSON.stringify([path, parameters]);
  const known =
    asked.get(name) ?? client.call(path, parameters).then((answer) => succeeded(answer).data.items);
  asked.set(name, known);
  return known;
}

function orderRows({ row }: Rows): void {
  const names = async (service: Service, path: string, detail: string) => {
    const { parameters = {} } = ITEM_LISTS.find((call) => call.path === path) ?? {};
    return (await itemsOf(service, path, { ...parameters, detail })).map((item) => Object.keys(item));
  };

  row('item order: every field once, in the order laid down, with all pictures', async (service) => {
    for (const path of [MONTHLY, ITEM_DETAIL]) {
      for (const name of await names(service, path, 'N')) {
        assert.deepEqual(name, [...BEFORE_SIDES, ...SIDES, ...BEHIND_SIDES], path);
      }
    }
  });

  row('item cover only: bestsellerDeal shows neither sideCover nor backCover', async (service) => {
    for (const name of await names(service, DEAL, 'N'))
      assert.deepEqual(name, [...BEFORE_SIDES, ...BEHIND_SIDES]);
    for (const name of await names(service, DEAL, 'Y')) {
      assert.deepEqual(name, [...BEFORE_SIDES, ...BEHIND_SIDES, ...DETAIL]);
    }
  });

  row('item cover only: itemList shows neither sideCover nor backCover', async (service) => {
    for (const name of await names(service, ITEM_LIST, 'N'))
      assert.deepEqual(name, [...BEFORE_SIDES, ...BEHIND_SIDES]);
    for (const name of await names(service, ITEM_LIST, 'Y')) {
      assert.deepEqual(name, [...BEFORE_SIDES, ...BEHIND_SIDES, ...DETAIL]);
    }
  });

  row(
    'item detail order: detail=Y adds all detail fields behind the others, detail=N none',
    async (service) => {
      for (const path of [MONTHLY, ITEM_DETAIL]) {
        for (const name of await names(service, path, 'Y')) {
          assert.deepEqual(name, [...BEFORE_SIDES, ...SIDES, ...BEHIND_SIDES, ...DETAIL], path);
        }
        for (const name of await names(service, path, 'N')) {
          assert.deepEqual(
            name.filter((one) => DETAIL.includes(one)),
            [],
            path,
          );
        }
      }
    },
  );
}

function rankFields({ row }: Rows): void {
  row(
    'item sortOrder: integer, the position in the whole list from 1, and 1 on itemDetail',
    async ({ client }) => {
      const second = succeeded(await client.call(MONTHLY, { categoryId: '001002', page: 2, pageSize: 3 }));
      assert.deepEqual(
        second.data.items.map((item) => item.sortOrder),
        [4, 5, 6],
      );
      const found = succeeded(await client.call(ITEM_LIST, { query: '서가문고', page: 3 }));
      assert.deepEqual(
        found.data.items.map((item) => item.sortOrder),
        [41, 42, 43, 44, 45],
      );
      const single = succeeded(await client.call(ITEM_DETAIL, { searchType: 'ItemId', query: 1008 }));
      assert.equal(single.data.items[0]?.sortOrder, 1);
    },
  );

  row('item upDown: integer or null, places gained since the month before', async ({ client }) => {
    const changes = async (parameters: Record<string, string>) =>
      succeeded(await client.call(MONTHLY, { categoryId: '001001', ...parameters })).data.items.map(
        (item) => [item.itemId, item.upDown],
      );
    assert.deepEqual(await changes({}), [
      [1001, 1],
      [1004, null],
      [1002, -2],
      [1008, 0],
    ]);
    assert.deepEqual(await changes({ sex: 'M' }), [
      [1004, null],
      [1001, -1],
      [1002, -1],
    ]);
  });

  row('item upDown: null where nothing is ranked', async ({ client }) => {
    const found = succeeded(await client.call(ITEM_LIST, { query: 1001 }));
    const single = succeeded(await client.call(ITEM_DETAIL, { searchType: 'ItemId', query: 1001 }));
    for (const { data } of [found, single]) assert.equal(data.items[0]?.upDown, null);
  });

  row(
    'item detail salePoint: integer or null, 12 U7 + 6 U30 + 3 U180 + U(all), null before the first sale',
    async (service) => {
      const { days } = service;
      const copies = [
        { day: days.lastMonth, count: 4 },
        { day: days.thisMonth, count: 5 },
        { day: days.yesterday, count: 1 },
      ];
      const within = (count: number) =>
        copies.filter(({ day }) => day > days.yesterday - count).reduce((sum, one) => sum + one.count, 0);
      const expected = 12 * within(7) + 6 * within(30) + 3 * within(180) + within(Number.POSITIVE_INFINITY);
      for (const item of await showings(service, fullItem.itemId, 'Y'))
        assert.equal(item.salePoint, expected);
      for (const item of await showings(service, bareItem.itemId, 'Y')) assert.equal(item.salePoint, null);
    },
  );
}

function pictureFields({ row }: Rows): void {
  for (const [name, side, url] of [
    ['sideCover', 'side', fullItem.sideCover],
    ['backCover', 'back', fullItem.backCover],
  ] as const) {
    row(
      `item ${name}: string, the registered picture or a substitute, on bestsellerMonthly and itemDetail`,
      async ({ client }) => {
        const list = succeeded(await client.call(MONTHLY, { categoryId: '001001' })).data.items;
        const pictures = Object.fromEntries(list.map((item) => [String(item.itemId), item[name]]));
        assert.equal(pictures['1001'], url);
        assert.equal(pictures['1002'], `${client.baseUrl}/images/substitute/${side}/1002.svg`);
        const single = succeeded(await client.call(ITEM_DETAIL, { searchType: 'ItemId', query: 1001 }));
        assert.equal(single.data.items[0]?.[name], url);
      },
    );
  }

  row('item contentDetail: missing parts are null', async ({ client }) => {
    const { data } = succeeded(await client.call(ITEM_DETAIL, { searchType: 'ItemId', query: 1010 }));
    assert.deepEqual(data.items[0]?.contentDetail, {
      bookIntroduction: '한 해 < 두 해',
      bookSummary: null,
      tableOfContents: '1장\n\t하나',
    });
  });
}
