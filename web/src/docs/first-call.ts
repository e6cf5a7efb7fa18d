/** The call that every page offers first: three books, short enough to read. */
export const FIRST_CALL = '/v1/category/bestsellerMonthly?categoryId=001&pageSize=3';
