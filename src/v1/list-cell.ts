import type { Query } from '../http/query-string.ts';
import type { ListCell } from '../rankings/ranking-store.ts';
import { readAge, readCategoryId, readNewProductSort, readSex } from './params.ts';

/** The buyers of a list without segments. */
const ALL_BUYERS = { sex: 'A', age: 255 } as const;

/** categoryId, of lists of all buyers. Throws PARAM_001. */
export function readCategoryCell(query: Query): ListCell {
  return { categoryId: readCategoryId(query), ...ALL_BUYERS };
}

/** categoryId, sex, age. Throws PARAM_001, PARAM_007. */
export function readSegmentCell(query: Query): ListCell {
  return { categoryId: readCategoryId(query), sex: readSex(query), age: readAge(query) };
}

/** categoryId, sort, of the lists of new products. Throws PARAM_001, PARAM_005. */
export function readNewProductCell(query: Query): ListCell {
  return { categoryId: readCategoryId(query), sort: readNewProductSort(query), ...ALL_BUYERS };
}
