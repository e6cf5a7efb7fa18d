import { ERROR_STATUS, type ErrorCode } from '../../http/errors.ts';
import { curlCommand } from '../own/calls.ts';
import { bodyOrNull, failureBody, shortened } from './answers.ts';
import type { DocsContext, Example } from './context.ts';
import { endpointsIn } from './endpoints.ts';
import { codeFence, markdownLink, paragraphs } from './markdown.ts';

/** The page of an error code as Markdown: what happened, how to fix it, a call that fails and one that works. */
export async function errorPage(code: ErrorCode, context: DocsContext): Promise<string> {
  const t = context.words('docs');
  const { texts, example, site } = context;
  const { title, happened, fix } = texts.errors[code];
  const { fails, failsAt, works, worksAt } = errorCalls(example, site.baseUrl)[code];
  const worked = example.isReal ? await bodyOrNull(context, worksAt) : null;
  return paragraphs(
    `# ${code}: ${title}`,
    `HTTP ${ERROR_STATUS[code]} · ${whereItHappens(code, context)}`,
    happened,
    `## ${t('fix')} {#fix}`,
    fix,
    `## ${t('fails')} {#fails}`,
    fails === null ? t('notCallable') : codeFence('sh', t('request'), fails),
    codeFence('json', t('body'), await failureBody(code, failsAt, context)),
    `## ${t('works')} {#works}`,
    codeFence('sh', t('request'), works),
    worked === null ? '' : codeFence('json', t('body'), shortened(JSON.parse(worked))),
  );
}

/** The endpoints that answer with a code, unless all do. */
function whereItHappens(code: ErrorCode, { words, language }: DocsContext): string {
  const endpoints = endpointsIn(language).filter(({ isFile }) => !isFile);
  const answering = endpoints.filter(
    ({ errors, file }) => errors.includes(code) || file?.errors.includes(code),
  );
  if (answering.length === 0 || answering.length >= endpoints.length - 1) return words('docs')('everyCall');
  return answering.map(({ title, name }) => markdownLink(title, `/docs/endpoints/${name}`)).join(', ');
}

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
  const curl = (url: string) => curlCommand(baseUrl + url);
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
    PARAM_009: calls('/v1/goods/changes?cursor=AAAAAAAAAAAAAAAAAAA', '/v1/goods/changes'),
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
