import { payloadOf } from '../../http/answer.ts';
import { ApiError } from '../../http/errors.ts';
import { type Answer, type CheckedCall, endpoint } from '../endpoint.ts';
import { findItem } from '../find-item.ts';
import { type OneItem, oneItem } from '../params.ts';
import { authorData } from '../schemas.ts';
import type { Services } from '../services.ts';

/** The first contributor of a product who has an author record (docs/rules/interface.md#author). */
export const author = endpoint({
  path: '/v1/goods/author',
  name: 'author',
  title: 'Author of a product',
  description: 'The author of a product by ISBN13 or product number.',
  parameters: oneItem,
  data: authorData,
  errors: ['AUTHOR_404', 'GOODS_002', 'SEARCH_002'],
  answer,
});

async function answer({ given }: CheckedCall<OneItem>, services: Services): Promise<Answer> {
  // The interface gives this endpoint no code for an unknown product number: there is no author information.
  const item = await findItem(given.query, 'AUTHOR_404', services);
  const found = await services.catalog.findItemAuthor(item.itemId);
  if (found === null) throw new ApiError('AUTHOR_404');
  const data = {
    authorId: found.authorId,
    author: found.author,
    authorType: found.authorType,
    birthDate: found.birthDate,
    deathDate: found.deathDate,
    debutTitle: found.debutTitle,
    details: found.details,
    link: services.links.author(found.authorId),
  };
  return { payload: payloadOf(Buffer.from(`"data":${JSON.stringify(data)}`)), isLasting: true };
}
