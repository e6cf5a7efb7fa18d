import type { ErrorCode } from '../../http/errors.ts';
import type { Example } from './context.ts';
import { curlLine } from './samples.ts';

/** Two calls that explain an error code. */
export interface ErrorCalls {
  /** Shell lines; null if no call brings the failure about. */
  readonly fails: string | null;
  /** The failing call, path and query, if the API itself refuses it. */
  readonly failsAt: string | null;
  readonly works: string;
  readonly worksAt: string;
}

/** For each code, a call that fails with it and one that doesn't, in a shop that sells the example. */
export function errorCalls(
  { category, isbn13, itemId }: Example,
  baseUrl: string,
): Readonly<Record<ErrorCode, ErrorCalls>> {
  const list = '/v1/category/list';
  const curl = (url: string) => curlLine({ url: baseUrl + url, fileName: null });
  /** Calls of the API, which the server can make by itself. */
  const calls = (failsAt: string, worksAt = list): ErrorCalls => ({
    fails: curl(failsAt),
    failsAt,
    works: curl(worksAt),
    worksAt,
  });
  const shell = (fails: string | null, works = curl(list)): ErrorCalls => ({
    fails,
    failsAt: null,
    works,
    worksAt: list,
  });
  const keyed = `curl -s -H "X-Api-Key: $SEOGA_API_KEY"`;
  const url = `'${baseUrl}${list}'`;
  const status = `-o /dev/null -w "%{http_code}\\n"`;
  const monthly = `/v1/category/bestsellerMonthly?categoryId=${encodeURIComponent(category)}`;
  const byNumber = '/v1/goods/itemDetail?searchType=ItemId&query=';
  const byIsbn = '/v1/goods/itemDetail?searchType=ISBN13&query=';
  const search = `/v1/goods/itemList?query=${isbn13}`;
  const nobody = '9007199254740991';
  const cp949 = '/v1/goods/itemList?query=%C8%AB%B1%E6%B5%BF';
  return {
    AUTH_001: shell(`curl -s ${url}`),
    AUTH_002: shell(`curl -s -H "X-Api-Key: not-a-key" ${url}`),
    RATE_001: shell(
      `for i in $(seq 100); do\n  ${keyed} ${status} ${url} &\ndone; wait`,
      `for i in $(seq 100); do\n  ${keyed} ${status} ${url}\n  sleep 0.2\ndone`,
    ),
    RATE_002: shell(`until ${keyed} ${url} | grep RATE_002; do sleep 0.2; done`),
    PARAM_001: calls('/v1/category/bestsellerMonthly', monthly),
    PARAM_002: calls(`${monthly}&date=2026-02-30`, monthly),
    PARAM_003: calls('/v1/goods/itemList', search),
    PARAM_004: calls(`${byIsbn}8936434594`, byIsbn + isbn13),
    PARAM_005: calls(`${search}&sort=PRICE`, `${search}&sort=RECENT`),
    PARAM_006: calls(`${monthly}&pageSize=101`, `${monthly}&pageSize=100`),
    PARAM_007: calls(`${monthly}&age=35`, `${monthly}&age=30`),
    PARAM_008: calls(`${search}&category=001`, `${search}&category=ALL`),
    BEST_001: calls(`${monthly}&date=1990-01-15`, monthly),
    NEW_001: calls('/v1/category/newproduct?categoryId=nowhere'),
    ATTN_001: calls('/v1/category/newproductAttention?categoryId=nowhere'),
    CATEGORY_001: calls(list),
    GOODS_001: calls(byNumber + nobody, byNumber + itemId),
    GOODS_002: calls(`${byIsbn}9999999999999`, byIsbn + isbn13),
    AUTHOR_404: calls(
      `/v1/goods/author?searchType=ItemId&query=${nobody}`,
      `/v1/goods/author?searchType=ISBN13&query=${isbn13}`,
    ),
    // Made for every reader, it would lead the console's list of searches without a result.
    SEARCH_001: { ...calls('/v1/goods/itemList?query=zzqxjvzzqxjv', search), failsAt: null },
    SEARCH_002: shell(null),
    UPSTREAM_UNAVAILABLE: shell(null, `${keyed} --retry 5 ${url}`),
    // As it is: curl would encode it properly.
    COMMON_400: { ...calls(cp949, search), fails: `${keyed} \\\n  '${baseUrl}${cp949}'` },
    COMMON_404: shell(curl(`/v1/goods/itemdetail?query=${isbn13}`)),
    COMMON_405: shell(`${keyed} -X POST ${url}`),
    COMMON_408: shell(null),
    COMMON_431: shell(`${keyed} -H "X-Filler: $(head -c 20000 /dev/zero | tr '\\0' a)" ${url}`),
    COMMON_500: shell(null),
  };
}
