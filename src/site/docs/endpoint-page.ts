import { ERROR_STATUS, type ErrorCode } from '../../http/errors.ts';
import { curlCommand } from '../own/calls.ts';
import { bodyOrNull, type DocsContext, type Example, failureBody, firstLines, shortened } from './context.ts';
import { type Described, type Endpoint, endpointsIn, type Field, type Parameter } from './endpoints.ts';
import { codeSamples, type SampleCall } from './samples.ts';
import { codeFence, errorLines, markdownLink, paragraphs } from './texts.ts';

/** An endpoint's page as Markdown: what it takes and returns, code in several languages, and a real response. */
export async function endpointPage(endpoint: Endpoint, context: DocsContext): Promise<string> {
  const t = context.words('docs');
  const { baseUrl } = context.site;
  const { name, path, file } = endpoint;
  const url = path + exampleQuery(endpoint, context.example);
  const call = { url: baseUrl + url, fileName: null, hasItems: hasItems(endpoint) };
  const formats = file === null ? 'JSON (UTF-8)' : `[JSON](#code) · [XLSX, CSV](#file)`;
  return paragraphs(
    `# ${endpoint.title}`,
    endpoint.description,
    [
      `- **${t('facts.url')}** \`GET ${baseUrl}${path}\``,
      `- **${t('facts.format')}** ${formats}`,
      `- **${t('facts.count')}** ${t(endpoint.isCounted ? 'facts.countOne' : 'facts.countNot')}`,
    ].join('\n'),
    `## ${t('parameters')} {#parameters}`,
    endpoint.parameters.length === 0 ? t('noParameters') : parameterList(endpoint, context),
    `## ${t('request')} {#code}`,
    t('requestLead'),
    ...programs(call),
    markdownLink(t('tryIt'), `/portal/test?endpoint=${name}`),
    `## ${t('answer')} {#answer}`,
    ...(await sampleAnswer(endpoint, url, context)),
    `## ${t('fields')} {#fields}`,
    endpoint.fields.map((field) => fieldLine(field, context)).join('\n'),
    ...(endpoint.headers.length === 0
      ? []
      : [
          `## ${t('headers')} {#headers}`,
          endpoint.headers.map((header) => describedLine(header)).join('\n'),
        ]),
    ...(file === null ? [] : await filePart(endpoint, file, context)),
    `## ${t('possibleErrors')} {#errors}`,
    errorList(endpoint, context),
  );
}

/** Parameters that only the file takes, and those that both take with another default, say so. */
function parameterList({ parameters, file }: Endpoint, context: DocsContext): string {
  const t = context.words('docs');
  const inFile = new Map(file?.parameters.map((parameter) => [parameter.name, parameter]));
  const ofFile = [...inFile.values()].filter(({ name }) => !parameters.some((one) => one.name === name));
  return [
    ...parameters.map((parameter) => {
      const other = inFile.get(parameter.name)?.defaultValue ?? null;
      const differs = other !== null && other !== parameter.defaultValue;
      return parameterLine(parameter, context, differs ? [t('fileDefault', { value: other })] : []);
    }),
    ...ofFile.map((parameter) => parameterLine(parameter, context, [t('onlyFile')])),
  ].join('\n');
}

function parameterLine(parameter: Parameter, context: DocsContext, more: readonly string[]): string {
  const t = context.words('docs');
  const { name, type, required, minimum, maximum, defaultValue, example, format, values } = parameter;
  const facts = [
    type,
    required ? `**${t('required')}**` : '',
    format === 'date' ? 'yyyy-MM-dd' : '',
    minimum !== null && maximum !== null ? t('range', { minimum, maximum }) : '',
    defaultValue === null ? '' : t('defaultIs', { value: `\`${defaultValue}\`` }),
    example === null || values.size > 0 ? '' : t('exampleIs', { value: `\`${example}\`` }),
    ...more,
  ];
  const tree =
    name === 'categoryId' ? ` ${markdownLink(t('allCategories'), '/docs/endpoints/categoryList')}` : '';
  return `- \`${name}\` *${facts.filter(Boolean).join(', ')}*\\\n  ${parameter.description}${tree}${valueLines(values, '  ')}`;
}

function fieldLine({ name, depth, type, optional, values, ...field }: Field, context: DocsContext): string {
  const t = context.words('docs');
  const indent = '  '.repeat(depth);
  const known = ENVELOPE.find((one) => depth === 0 && one === name);
  const description = known === undefined ? field.description : t(`envelope.${known}`);
  const only = optional ? `, ${t('onlyDetail')}` : '';
  const said = description === '' ? '' : `: ${description}`;
  return `${indent}- \`${name}\` *${type.replaceAll('|', '\\|')}${only}*${said}${valueLines(values, `${indent}  `)}`;
}

/** Members of every response, which the document leaves to their names. */
const ENVELOPE = ['success', 'message', 'errorCode', 'data'] as const;

function describedLine({ name, description, values }: Described): string {
  return `- \`${name}\`: ${description}${valueLines(values, '  ')}`;
}

function valueLines(values: Described['values'], indent: string): string {
  return [...values].map(([value, meaning]) => `\n${indent}- \`${value}\` ${meaning}`).join('');
}

export function programs(call: SampleCall): readonly string[] {
  return codeSamples(call).map(({ language, title, code }) => codeFence(language, title, code));
}

async function sampleAnswer(
  endpoint: Endpoint,
  url: string,
  context: DocsContext,
): Promise<readonly string[]> {
  const t = context.words('docs');
  // Nobody's usage has nothing to show, and without a cursor nothing has changed.
  const isShown = context.example.isReal && !['usage', 'changes'].includes(endpoint.name);
  const body = isShown ? await bodyOrNull(context, url) : null;
  const query = new URLSearchParams(url.split('?')[1]).toString();
  const name =
    query === '' ? t('answer') : t('answerTo', { query: decodeURIComponent(query.replaceAll('+', ' ')) });
  return body === null
    ? [t('answerMadeUp'), codeFence('json', t('answer'), shortened(endpoint.example))]
    : [t('answerLead'), codeFence('json', name, shortened(JSON.parse(body)))];
}

async function filePart(
  endpoint: Endpoint,
  file: Endpoint,
  context: DocsContext,
): Promise<readonly string[]> {
  const t = context.words('docs');
  const { site, example } = context;
  const query = exampleQuery(endpoint, example).replace('pageSize=1', 'pageSize=3');
  const isPaged = file.parameters.some(({ name }) => name === 'pageSize');
  const url = file.path + (isPaged ? query : query.replace(/&?pageSize=\d+/, ''));
  const csv = example.isReal
    ? await bodyOrNull(context, `${url}${url.includes('?') ? '&' : '?'}format=csv`)
    : null;
  return [
    `## ${t('file')} {#file}`,
    t('fileText'),
    ...programs({ url: site.baseUrl + url, fileName: `${endpoint.name}.xlsx`, hasItems: false }),
    ...(csv === null ? [] : [codeFence('', t('fileLines'), firstLines(csv))]),
  ];
}

function errorList({ errors, file }: Endpoint, { texts }: DocsContext): string {
  return errorLines([...new Set([...errors, ...(file?.errors ?? [])])], texts);
}

const hasItems = ({ fields }: Endpoint) =>
  fields.some(({ name, depth }) => name === 'totalCount' && depth === 1);

/** Of no book, but in the right form. */
const UNKNOWN_ISBN13 = '9791199999992';

/** A call that shows what the endpoint returns in few lines. */
function exampleQuery({ name, path }: Endpoint, { category, isbn13 }: Example): string {
  if (name === 'categoryList' || name === 'changes') return '';
  if (name === 'usage') return '?days=7';
  if (name === 'itemList') return `?query=${isbn13}`;
  if (name === 'suggest') return `?query=${encodeURIComponent('ㅎㄱㄷ')}`;
  if (name === 'items') return `?searchType=ISBN13&query=${isbn13},${UNKNOWN_ISBN13}`;
  if (path.startsWith('/v1/goods/')) return `?searchType=ISBN13&query=${isbn13}`;
  return `?categoryId=${encodeURIComponent(category)}&pageSize=1`;
}

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
interface ErrorCalls {
  /** Shell lines; null if no call brings the failure about. */
  readonly fails: string | null;
  /** The failing call, path and query, if the API itself refuses it. */
  readonly failsAt: string | null;
  readonly works: string;
  readonly worksAt: string;
}

/** For each code, a call that fails with it and one that doesn't, in a shop that sells the example. */
function errorCalls(
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
