import Type from 'typebox';
import { isPublic, type StoredItem } from '../../catalog/catalog-store.ts';
import { payloadOf } from '../../http/answer.ts';
import { type Answer, type CheckedCall, endpoint } from '../endpoint.ts';
import { type ItemView, itemRenderer } from '../item.ts';
import { detail, type NamedReference, type SeveralItems, severalItems } from '../params.ts';
import { itemSchema, metaSchema, oneOf } from '../schemas.ts';
import type { Services } from '../services.ts';

const RESULTS = ['found', 'notFound', 'withheld'] as const;

/** Several products at once (docs/rules/interface.md#several-products). */
export const items = endpoint({
  path: '/v1/goods/items',
  name: 'items',
  title: 'Products by number',
  description:
    'Up to 100 products by ISBN13 or product number, one result per number, in the order sent. A number sent twice ' +
    'gets two results.',
  parameters: { ...severalItems, detail },
  data: Type.Object({
    meta: metaSchema,
    data: Type.Array(
      Type.Object(
        {
          query: Type.String({ description: 'The number as sent' }),
          result: oneOf(RESULTS, { description: 'withheld: the operator does not show the product' }),
          item: Type.Union([itemSchema(true), Type.Null()], { description: 'Null unless result is found' }),
        },
        { title: 'ItemResult' },
      ),
      { description: 'One entry for each number, in the order sent' },
    ),
  }),
  errors: [],
  answer,
});

interface Given extends SeveralItems {
  readonly detail: boolean;
}

async function answer({ given, caller }: CheckedCall<Given>, services: Services): Promise<Answer> {
  const { query: references, detail } = given;
  const view = { detail, sides: true, addOnUserKey: caller.addOnUserKey };
  const found = await findAll(references, services);
  return { payload: payloadOf(await renderResults(references, found, view, services)), isLasting: true };
}

/** The products in the order of their references; null where there is none. */
async function findAll(
  references: readonly NamedReference[],
  { catalog }: Services,
): Promise<readonly (StoredItem | null)[]> {
  const itemIds = await Promise.all(
    references.map(({ reference }) =>
      'isbn13' in reference ? catalog.findItemIdByIsbn13(reference.isbn13) : reference.itemId,
    ),
  );
  const known = [...new Set(itemIds.filter((itemId) => itemId !== null))];
  const stored = await catalog.findItems(known);
  const byId = new Map(known.map((itemId, index) => [itemId, stored[index] ?? null]));
  return itemIds.map((itemId) => (itemId === null ? null : (byId.get(itemId) ?? null)));
}

async function renderResults(
  references: readonly NamedReference[],
  found: readonly (StoredItem | null)[],
  view: ItemView,
  services: Services,
): Promise<Buffer> {
  const render = await itemRenderer(view, services);
  const out: Buffer[] = [];
  references.forEach(({ text }, index) => {
    const item = found[index] ?? null;
    const result: (typeof RESULTS)[number] =
      item === null ? 'notFound' : item.withheld ? 'withheld' : 'found';
    const start = `${index === 0 ? '"data":[' : ','}{"query":${JSON.stringify(text)},"result":"${result}","item":`;
    out.push(Buffer.from(start));
    if (!isPublic(item)) out.push(NULL);
    else render({ item, sortOrder: index + 1, upDown: null }, out);
    out.push(CLOSE);
  });
  return Buffer.concat([...out, END]);
}

const NULL = Buffer.from('null');
const CLOSE = Buffer.from('}');
const END = Buffer.from(']');
