import type { TSchema } from 'typebox';
import type { KstDay } from '../../clock.ts';
import type { ErrorCode } from '../../http/errors.ts';
import type { Query } from '../../http/query-string.ts';
import type { ListCell } from '../../rankings/ranking-store.ts';
import { readAge, readCategoryId, readDate, readNewProductSort, readSex } from '../params.ts';
import { parameter } from '../schemas.ts';

/** The parameters that choose a list: for the documentation, for the errors, and their reader. */
export interface ListSelection {
  /** In the order in which `read` checks them. */
  readonly parameters: Readonly<Record<string, TSchema>>;
  readonly errors: readonly ErrorCode[];
  /** Throws an ApiError with one of `errors`. */
  read(query: Query): SelectedList;
}

export interface SelectedList {
  readonly cell: ListCell;
  /** As readDate returns it; null where the list is always the latest. */
  readonly date: KstDay | null;
}

/** The buyers of a list that isn't split by sex and age. */
const ALL_BUYERS = { sex: 'A', age: 255 } as const;

const { categoryId, sex, age } = parameter;

/** All buyers of a category. */
export const byCategory: ListSelection = {
  parameters: { categoryId },
  errors: ['PARAM_001'],
  read: (query) => ({ cell: { categoryId: readCategoryId(query), ...ALL_BUYERS }, date: null }),
};

/** All buyers of a category on a day. */
export const byDay: ListSelection = {
  parameters: { categoryId, date: parameter.date },
  errors: ['PARAM_001', 'PARAM_002'],
  read(query) {
    const { cell } = byCategory.read(query);
    return { cell, date: readDate(query) };
  },
};

/** Buyers of a category by sex and age. */
export const bySegment: ListSelection = {
  parameters: { categoryId, sex, age },
  errors: ['PARAM_001', 'PARAM_007'],
  read: (query) => ({
    cell: { categoryId: readCategoryId(query), sex: readSex(query), age: readAge(query) },
    date: null,
  }),
};

/** Buyers of a category by sex and age, in the month of a date. */
export const byMonthAndSegment: ListSelection = {
  parameters: { categoryId, date: parameter.dateOfMonth, sex, age },
  errors: ['PARAM_001', 'PARAM_002', 'PARAM_007'],
  read(query) {
    const id = readCategoryId(query);
    const date = readDate(query);
    return { cell: { categoryId: id, sex: readSex(query), age: readAge(query) }, date };
  },
};

/** New products of a category in a chosen order. */
export const bySort: ListSelection = {
  parameters: { categoryId, sort: parameter.newProductSort },
  errors: ['PARAM_001', 'PARAM_005'],
  read: (query) => ({
    cell: { categoryId: readCategoryId(query), sort: readNewProductSort(query), ...ALL_BUYERS },
    date: null,
  }),
};
