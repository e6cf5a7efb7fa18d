import Type from 'typebox';
import { payloadOf } from '../../http/answer.ts';
import { ApiError } from '../../http/errors.ts';
import { findItem } from '../find-item.ts';
import { readItemReference } from '../params.ts';
import { authorData, parameter } from '../schemas.ts';
import type { Answer, Call, Endpoint, Services } from '../services.ts';

/** The first contributor of a product who has an author record (docs/rules/interface.md#author). */
export const author: Endpoint = {
  path: '/v1/goods/author',
  name: 'author',
  title: 'Author of a product',
  description: 'The author of a product by ISBN13 or product number.',
  parameters: Type.Object({ searchType: parameter.searchType, query: parameter.itemQuery }),
  data: authorData,
  errors: ['PARAM_004', 'AUTHOR_404', 'GOODS_002', 'SEARCH_002'],
  answer,
};

async function answer(call: Call, services: Services): Promise<Answer> {
  // The interface gives this endpoint no code for an unknown product number: there is no author information.
  const item = await findItem(readItemReference(call.query), 'AUTHOR_404', services);
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
  return { payload: payloadOf(Buffer.from(`"data":${JSON.stringify(data)}`)) };
}
