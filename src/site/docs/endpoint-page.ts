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
  file: NonNullable<Endpoint['file']>,
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
  const [fails, works = LIST] = errorCalls(example, site.baseUrl)[code];
  const lines = (call: string) => (isCall(call) ? curlCommand(site.baseUrl + call) : call);
  // Made for every reader, a search without a result would lead the console's list of them.
  const made = fails !== null && isCall(fails) && code !== 'SEARCH_001' ? fails : null;
  const worked = example.isReal ? await bodyOrNull(context, isCall(works) ? works : LIST) : null;
  return paragraphs(
    `# ${code}: ${title}`,
    `HTTP ${ERROR_STATUS[code]} · ${whereItHappens(code, context)}`,
    happened,
    `## ${t('fix')} {#fix}`,
    fix,
    `## ${t('fails')} {#fails}`,
    fails === null ? t('notCallable') : codeFence('sh', t('request'), lines(fails)),
    codeFence('json', t('body'), await failureBody(code, made, context)),
    `## ${t('works')} {#works}`,
    codeFence('sh', t('request'), lines(works)),
    worked === null ? '' : codeFence('json', t('body'), shortened(JSON.parse(worked))),
  );
}

const isCall = (text: string) => text.startsWith('/v1/');

/** The endpoints that answer with a code, unless all do. */
function whereItHappens(code: ErrorCode, { words, language }: DocsContext): string {
  const endpoints = endpointsIn(language).filter(({ isFile }) => !isFile);
  const answering = endpoints.filter(
    ({ errors, file }) => errors.includes(code) || file?.errors.includes(code),
  );
  if (answering.length === 0 || answering.length >= endpoints.length - 1) return words('docs')('everyCall');
  return answering.map(({ title, name }) => markdownLink(title, `/docs/endpoints/${name}`)).join(', ');
}

const LIST = '/v1/category/list';

/**
 * For each code, a call that fails with it, or null where no call does, and one that works, in a shop that sells the
 * example: path and query, which the server asks itself, or shell lines. The list of categories works if none is given.
 */
function errorCalls(
  { category, isbn13, itemId }: Example,
  baseUrl: string,
): Readonly<Record<ErrorCode, readonly [fails: string | null, works?: string]>> {
  const keyed = `curl -s -H "X-Api-Key: $SEOGA_API_KEY"`;
  const url = `'${baseUrl}${LIST}'`;
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
      `for i in $(seq 100); do\n  ${keyed} ${status}\n  sleep 0.2\ndone`,
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
