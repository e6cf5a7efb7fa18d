import { ApiError, ERROR_STATUS, type ErrorCode } from '../../http/errors.ts';
import type { MessageValues } from '../../messages/languages.ts';
import { messageIn } from '../../messages/messages.ts';
import { errorsOf } from '../../v1/openapi.ts';
import { textIn } from '../../v1/schema.ts';
import { curlCommand } from '../kit/calls.ts';
import { type DocsContext, responseTo } from './context.ts';
import { fileOf, JSON_ENDPOINTS } from './endpoint-page.ts';
import { codeFence, markdownLink, paragraphs, shortened } from './markdown.ts';

export async function errorPage(code: ErrorCode, context: DocsContext): Promise<string> {
  const { t, texts, site } = context;
  const { title, happened, fix } = texts.errors[code];
  const [fails, works = LIST] = callsOf(context)[code];
  const shell = (call: string) =>
    codeFence('sh', t('request'), isCall(call) ? curlCommand(site.baseUrl + call) : call);
  // The call for SEARCH_001 isn't made: it would appear in the console's list of searches without hits.
  const made = fails !== null && isCall(fails) && code !== 'SEARCH_001' ? fails : null;
  const worked = await responseTo(isCall(works) ? works : LIST, context);
  return paragraphs(
    `# ${code}: ${title}`,
    happened,
    `HTTP ${ERROR_STATUS[code]} · ${whereItHappens(code, context)}`,
    `## ${t('fix')} {#fix}`,
    fix,
    `## ${t('fails')} {#fails}`,
    fails === null ? t('notCallable') : shell(fails),
    codeFence('json', t('body'), await failureBody(code, made, context)),
    `## ${t('works')} {#works}`,
    shell(works),
    worked === null ? '' : codeFence('json', t('body'), shortened(JSON.parse(worked))),
  );
}

const isCall = (text: string) => text.startsWith('/v1/');

/** Links to the endpoints that respond with a code, or "every call". */
function whereItHappens(code: ErrorCode, { t, language }: DocsContext): string {
  const answering = JSON_ENDPOINTS.filter((endpoint) =>
    [endpoint, fileOf(endpoint)].some((one) => one !== undefined && errorsOf(one).includes(code)),
  );
  if (answering.length === 0 || answering.length >= JSON_ENDPOINTS.length - 1) return t('everyCall');
  const links = answering.map(({ title, name }) =>
    markdownLink(textIn(language, title), `/docs/endpoints/${name}`),
  );
  return links.join(', ');
}

/** The response body for an error code. The call to `url`, if it fails with this code, supplies the message's values. */
async function failureBody(code: ErrorCode, url: string | null, { site, language }: DocsContext) {
  const error = url === null ? null : await site.api.bodyOf(url).catch((reason: unknown) => reason);
  const { burstPerSecond, burst, dailyQuota } = site.tierLimits.free;
  // One call can't cause these failures.
  const known: Partial<Record<ErrorCode, MessageValues>> = {
    RATE_001: { limit: burstPerSecond, burst, seconds: 1 },
    RATE_002: { limit: dailyQuota, seconds: 32_400 },
    COMMON_500: { requestId: '4f6c1f0e-2b7d-4c55-9a61-8d3be07a9c12' },
  };
  const values = error instanceof ApiError && error.code === code ? error.values : known[code];
  const message = messageIn(language, `errors.${code}`, values);
  return JSON.stringify({ success: false, message, errorCode: code, data: {} }, null, 2);
}

const LIST = '/v1/category/list';

type Calls = Readonly<Record<ErrorCode, readonly [fails: string | null, works?: string]>>;

/** Calls by code: a path with its query, or lines for a shell. Null means that no call shows the failure. */
function callsOf({ example: { category, isbn13, itemId }, site }: DocsContext): Calls {
  const keyed = `curl -s -H "X-Api-Key: $SEOGA_API_KEY"`;
  const url = `'${site.baseUrl}${LIST}'`;
  const status = `-o /dev/null -w "%{http_code}\\n" ${url}`;
  const monthly = `/v1/category/bestsellerMonthly?categoryId=${encodeURIComponent(category)}`;
  const byNumber = '/v1/goods/itemDetail?searchType=ItemId&query=';
  const byIsbn = '/v1/goods/itemDetail?searchType=ISBN13&query=';
  const author = '/v1/goods/author?searchType=';
  const search = '/v1/goods/itemList?query=';
  const found = search + isbn13;
  const nobody = '9007199254740991';
  return {
    AUTH_001: [`curl -s ${url}`],
    AUTH_002: [`curl -s -H "X-Api-Key: not-a-key" ${url}`],
    RATE_001: [
      `for i in $(seq 100); do\n  ${keyed} ${status} &\ndone; wait`,
      `for i in $(seq 20); do\n  ${keyed} ${status}\n  sleep 0.2\ndone`,
    ],
    RATE_002: [`until ${keyed} ${url} | grep RATE_002; do sleep 0.2; done`],
    PARAM_001: ['/v1/category/bestsellerMonthly', monthly],
    PARAM_002: [`${monthly}&date=2026-02-30`, monthly],
    PARAM_003: ['/v1/goods/itemList', found],
    PARAM_004: [`${byIsbn}8936434594`, byIsbn + isbn13],
    PARAM_005: [`${found}&sort=PRICE`, `${found}&sort=RECENT`],
    PARAM_006: [`${monthly}&pageSize=101`, `${monthly}&pageSize=100`],
    PARAM_007: [`${monthly}&age=35`, `${monthly}&age=30`],
    PARAM_008: [`${found}&category=001`, `${found}&category=ALL`],
    PARAM_009: ['/v1/goods/changes?cursor=AAAAAAAAAAAAAAAAAAA', '/v1/goods/changes'],
    BEST_001: [`${monthly}&date=1990-01-15`, monthly],
    NEW_001: ['/v1/category/newproduct?categoryId=nowhere'],
    ATTN_001: ['/v1/category/newproductAttention?categoryId=nowhere'],
    CATEGORY_001: [LIST],
    GOODS_001: [byNumber + nobody, byNumber + itemId],
    GOODS_002: [`${byIsbn}9999999999999`, byIsbn + isbn13],
    AUTHOR_404: [`${author}ItemId&query=${nobody}`, `${author}ISBN13&query=${isbn13}`],
    SEARCH_001: [`${search}zzqxjvzzqxjv`, found],
    SEARCH_002: [null],
    UPSTREAM_UNAVAILABLE: [null, `${keyed} --retry 5 ${url}`],
    COMMON_400: [`${search}%C8%AB%B1%E6%B5%BF`, found],
    COMMON_404: [`/v1/goods/itemdetail?query=${isbn13}`],
    COMMON_405: [`${keyed} -X POST ${url}`],
    COMMON_408: [null],
    COMMON_431: [`${keyed} -H "X-Filler: $(head -c 20000 /dev/zero | tr '\\0' a)" ${url}`],
    COMMON_500: [null],
  };
}
