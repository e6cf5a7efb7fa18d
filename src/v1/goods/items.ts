import { isPublic } from '../../catalog/catalog-store.ts';
import { endpoint } from '../endpoint.ts';
import { createItemRenderer, findNamed, joinItems, severalItems } from '../item.ts';
import { detail } from '../params.ts';
import { dataSchema, enumerated, itemSchema, list, object, orNull, text } from '../schema.ts';

const RESULTS = {
  found: { en: 'item is the product', ko: 'item에 상품이 있음' },
  notFound: { en: 'No such product', ko: '해당 상품 없음' },
  withheld: { en: 'The operator does not show the product', ko: '운영자가 노출을 제한한 상품' },
};

const itemsData = dataSchema(
  'Items',
  list(
    object(
      {
        query: text({ en: 'The number as sent', ko: '보낸 번호 그대로' }),
        result: enumerated(RESULTS, { en: 'What was found', ko: '조회 결과' }),
        item: orNull(itemSchema(true), { en: 'Null unless result is found', ko: 'found가 아니면 null' }),
      },
      'ItemResult',
    ),
    { en: 'One entry for each number, in the order sent', ko: '번호마다 하나씩, 보낸 순서대로' },
  ),
);

export const items = endpoint({
  path: '/v1/goods/items',
  name: 'items',
  title: { en: 'Products by number', ko: '여러 상품 조회' },
  description: {
    en: 'Up to 100 products by ISBN13 or product number, one result per number, in the order sent. A number sent twice gets two results.',
    ko: 'ISBN13이나 상품번호로 최대 100개의 상품을 한 번에 조회합니다. 보낸 순서대로 번호마다 결과를 반환하며, 같은 번호를 두 번 보내면 결과도 두 번 나옵니다.',
  },
  parameters: { ...severalItems, detail },
  data: itemsData,
  errors: [],
  async answer({ given, caller }, services) {
    const { query: references, detail } = given;
    const read = await createItemRenderer(
      { detail, sides: true, addOnUserKey: caller.addOnUserKey },
      services,
    );
    const found = await findNamed(references, services);
    const results = references.entries().map(([index, { text }]) => {
      const item = found[index] ?? null;
      const result: keyof typeof RESULTS = item === null ? 'notFound' : item.withheld ? 'withheld' : 'found';
      const shown = isPublic(item)
        ? JSON.stringify(read({ item, sortOrder: index + 1, upDown: null }))
        : 'null';
      return `{"query":${JSON.stringify(text)},"result":"${result}","item":${shown}}`;
    });
    const data = joinItems(results, 'PARAM_004', 'query', references.length);
    return { members: Buffer.from(`"data":[${data}]`), isLasting: true };
  },
});
