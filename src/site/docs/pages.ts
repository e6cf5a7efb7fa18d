import { ApiError, ERROR_STATUS, type ErrorCode } from '../../http/errors.ts';
import type { Language, MessageValues } from '../../messages/languages.ts';
import { messageIn } from '../../messages/messages.ts';
import { errorsOf } from '../../v1/openapi.ts';
import { textIn } from '../../v1/schema.ts';
import { curlCommand, firstCall } from '../kit/calls.ts';
import { type DocsContext, GUIDES, type Guide, responseTo, TEXTS } from './context.ts';
import {
  ENDPOINT_GROUPS,
  type EndpointGroup,
  endpointPage,
  fileOf,
  groupOf,
  JSON_ENDPOINTS,
  madeUpAnswer,
} from './endpoint-page.ts';
import {
  codeFence,
  errorLines,
  fillFacts,
  markdownLink,
  paragraphs,
  programs,
  shortened,
} from './markdown.ts';

export interface DocsPage {
  readonly path: string;
  readonly title: string;
  readonly label?: string;
  readonly group: EndpointGroup | 'guides' | 'errors';
  write(context: DocsContext): Promise<string>;
}

/** Every page in reading order. The pages of endpoints and of error codes follow the guides that list them. */
export function pagesOf(language: Language): readonly DocsPage[] {
  const { guides, errors } = TEXTS[language];
  const details: Partial<Record<Guide, readonly DocsPage[]>> = {
    endpoints: ENDPOINT_GROUPS.flatMap(endpointsOf).map((endpoint) => ({
      path: `/docs/endpoints/${endpoint.name}`,
      title: textIn(language, endpoint.title),
      group: groupOf(endpoint),
      write: (context) => endpointPage(endpoint, context),
    })),
    errors: ERROR_CODES.map((code) => ({
      path: `/docs/errors/${code}`,
      title: `${code}: ${errors[code].title}`,
      label: code,
      group: 'errors',
      write: (context) => errorPage(code, context),
    })),
  };
  return GUIDES.flatMap((name): DocsPage[] => {
    const title = /^# (.+)$/m.exec(guides[name])?.[1] ?? name;
    const path = name === 'start' ? '/docs' : `/docs/${name}`;
    const write = (context: DocsContext) => writeGuide(name, context);
    return [{ path, title, group: 'guides', write }, ...(details[name] ?? [])];
  });
}

const ERROR_CODES = Object.keys(ERROR_STATUS) as ErrorCode[];

function endpointsOf(group: EndpointGroup) {
  return JSON_ENDPOINTS.filter((endpoint) => groupOf(endpoint) === group);
}

async function writeGuide(name: Guide, context: DocsContext): Promise<string> {
  const text = fillFacts(context.texts.guides[name], context.site);
  if (name === 'start') return text.replace('{{firstCall}}', await firstCallOf(context));
  if (name === 'endpoints') return paragraphs(text.trimEnd(), ...endpointLists(context));
  if (name !== 'errors') return text;
  const heading = `## ${context.t('errorCodes')} {#codes}`;
  return paragraphs(text.trimEnd(), heading, errorLines(ERROR_CODES, context));
}

async function firstCallOf(context: DocsContext): Promise<string> {
  const { site, example, t } = context;
  const url = firstCall(example.category);
  const body = await responseTo(url, context);
  const called = JSON_ENDPOINTS.find(({ path }) => url.startsWith(`${path}?`));
  const madeUp = called === undefined ? '' : madeUpAnswer(called);
  const answer = body === null ? madeUp : shortened(JSON.parse(body), 1);
  const call = { url: site.baseUrl + url, fileName: null, hasItems: true };
  return [...programs(call), codeFence('json', t('answer'), answer)].join('\n\n');
}

function endpointLists({ t, language }: DocsContext): readonly string[] {
  return ENDPOINT_GROUPS.flatMap((group) => {
    const lines = endpointsOf(group).map(({ title, name, path, description }) => {
      const link = markdownLink(textIn(language, title), `/docs/endpoints/${name}`);
      return `- ${link} \`${path}\`\\\n  ${textIn(language, description)}`;
    });
    return [`## ${t(`groups.${group}`)} {#${group}}`, lines.join('\n')];
  });
}

export function withTwinLinks(markdown: string, baseUrl: string): string {
  return markdown.replace(
    /\]\((\/docs(?:\/[\w/-]+)?)(#[\w-]+)?\)/g,
    (_link, path: string, anchor = '') => `](${baseUrl}${path}.md${anchor})`,
  );
}

/** The index at /llms.txt: what the service is, and where each page is as Markdown. */
export function llmsText({ site, t, language }: DocsContext): string {
  const links = pagesOf(language).map(({ title, path }) => `- ${markdownLink(title, path)}`);
  const text = paragraphs(
    `# ${site.operatorName.replace(/\s+/g, ' ')}`,
    `> ${t('llmsLead')}`,
    `- [OpenAPI](${site.baseUrl}/v1/openapi.json)\n- ${markdownLink(t('allInOne'), `${site.baseUrl}/llms-full.txt`)}`,
    `## ${t('title')}`,
    links.join('\n'),
  );
  return withTwinLinks(text, site.baseUrl);
}

async function errorPage(code: ErrorCode, context: DocsContext): Promise<string> {
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
  // Sample values for failures that one call can't cause.
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

/** A failing call and a working call by error code: a path with a query, or shell commands. Null: no call fails this way. */
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
