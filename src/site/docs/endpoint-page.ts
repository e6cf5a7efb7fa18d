import { bodyOrNull, firstLines, shortened } from './answers.ts';
import type { DocsContext, Example } from './context.ts';
import type { Described, Endpoint, Field, Parameter } from './endpoints.ts';
import { codeFence, errorLines, markdownLink, paragraphs } from './markdown.ts';
import { codeSamples, type SampleCall } from './samples.ts';

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
