import Type from 'typebox';
import { readNewProductCell } from '../list-cell.ts';
import { PAGE_SIZE_JSON, readDetail, readPaging } from '../params.ts';
import { answerRankedList } from '../ranked-list.ts';
import { itemListWithSides, parameter } from '../schemas.ts';
import type { Answer, Call, Endpoint, Services } from '../services.ts';

/** The featured new products (docs/rules/rankings.md#featured-new-products). */
export const newproductAttention: Endpoint = {
  path: '/v1/category/newproductAttention',
  name: 'newproductAttention',
  title: 'Featured new products',
  description: 'The new products of a category that the editors point out, or that sell well.',
  parameters: Type.Object({
    categoryId: parameter.categoryId,
    sort: parameter.newProductSort,
    page: parameter.page,
    pageSize: parameter.pageSize,
    detail: parameter.detail,
  }),
  data: itemListWithSides,
  errors: ['PARAM_001', 'PARAM_005', 'PARAM_006', 'PARAM_007', 'ATTN_001'],
  answer,
};

async function answer(call: Call, services: Services): Promise<Answer> {
  const { query } = call;
  const cell = readNewProductCell(query);
  const page = readPaging(query, PAGE_SIZE_JSON);
  const detail = readDetail(query);
  const edition = await services.rankings.findLatestEdition('attentionNew');
  return answerRankedList({ edition, cell, page, detail, sides: true, noResult: 'ATTN_001' }, call, services);
}
