import type { KstDay } from '../../clock.ts';
import type { Age, ListCell, NewProductSort, Sex } from '../../rankings/ranking-store.ts';
import type { Parameters } from '../parameter.ts';
import { age, categoryId, date, dateOfMonth, newProductSort, sex } from '../params.ts';

/** What a call says of the list that it wants; which of these a list takes depends on its kind. */
export interface SelectedList {
  readonly categoryId: string;
  readonly date?: KstDay | null;
  readonly sex?: Sex;
  readonly age?: Age;
  readonly sort?: NewProductSort;
}

/** The parameters that choose a list, in the order in which they are checked. */
export type ListSelection = Parameters<SelectedList>;

/** All buyers of a category. */
export const byCategory: ListSelection = { categoryId };
/** All buyers of a category on a day. */
export const byDay: ListSelection = { categoryId, date };
/** Buyers of a category by sex and age. */
export const bySegment: ListSelection = { categoryId, sex, age };
/** Buyers of a category by sex and age, in the month of a date. */
export const byMonthAndSegment: ListSelection = { categoryId, date: dateOfMonth, sex, age };
/** New products of a category in a chosen order. */
export const bySort: ListSelection = { categoryId, sort: newProductSort };

/** The list within an edition: all buyers unless the call says otherwise. */
export function cellOf({ categoryId, sex = 'A', age = 255, sort }: SelectedList): ListCell {
  return { categoryId, sex, age, ...(sort === undefined ? {} : { sort }) };
}
