import { type DocsContext, responseTo } from './context.ts';
import type { Described, Endpoint, Field, Parameter } from './endpoints.ts';
import { codeFence, errorLines, markdownLink, paragraphs, programs, shortened } from './markdown.ts';

/** An endpoint's page as Markdown: what it takes and returns, programs, and a real response. */
export async function endpointPage(endpoint: Endpoint, context: DocsContext): Promise<string> {
  const { t, site } = context;
  const { name, path, file, parameters, fields, headers, errors } = endpoint;
  const url = path + exampleQuery(endpoint, context.example);
  const hasItems = fields.some((field) => field.name === 'totalCount' && field.depth === 1);
  return paragraphs(
    `# ${endpoint.title}`,
    endpoint.description,
    `**GET** \`${path}\``,
    factLine(endpoint, context),
    `## ${t('request')} {#code}`,
    ...programs({ url: site.baseUrl + url, fileName: null, hasItems }),
    `${t('requestLead')} ${markdownLink(t('tryIt'), `/portal/test?endpoint=${name}`)}`,
    `### ${t('answer')} {#answer}`,
    ...(await sampleAnswer(endpoint, url, context)),
    `## ${t('parameters')} {#parameters}`,
    parameters.length === 0 ? t('noParameters') : parameterList(endpoint, context),
    `## ${t('fields')} {#fields}`,
    fields.map((field) => fieldLine(field, context)).join('\n'),
    headers.length > 0 && `## ${t('headers')} {#headers}`,
    headers.map((one) => `- \`${one.name}\`: ${one.description}${valueLines(one, '  ')}`).join('\n'),
    ...(file === null ? [] : await filePart(endpoint, file, context)),
    `## ${t('possibleErrors')} {#errors}`,
    errorLines([...new Set([...errors, ...(file?.errors ?? [])])], context),
  );
}

function factLine({ file, isCounted }: Endpoint, { t }: DocsContext): string {
  const parts = [
    markdownLink(t('parameters'), '#parameters'),
    markdownLink(t('fields'), '#fields'),
    file !== null && markdownLink(t('file'), '#file'),
    markdownLink(t('possibleErrors'), '#errors'),
  ];
  const count = t(isCounted ? 'facts.countOne' : 'facts.countNot');
  return [file === null ? 'JSON' : 'JSON, XLSX, CSV', count, ...parts.filter(Boolean)].join(' · ');
}

/** The parameters, with notes for those of the file endpoint alone and for its other defaults. */
function parameterList({ parameters, file }: Endpoint, context: DocsContext): string {
  const { t } = context;
  const inFile = new Map(file?.parameters.map((parameter) => [parameter.name, parameter]));
  const lines = parameters.map((parameter) => {
    const value = inFile.get(parameter.name)?.defaultValue ?? parameter.defaultValue;
    inFile.delete(parameter.name);
    const isSame = value === null || value === parameter.defaultValue;
    return parameterLine(parameter, context, isSame ? '' : t('fileDefault', { value }));
  });
  const ofFile = [...inFile.values()].map((parameter) => parameterLine(parameter, context, t('onlyFile')));
  return [...lines, ...ofFile].join('\n');
}

function parameterLine(parameter: Parameter, { t }: DocsContext, note: string): string {
  const { name, type, required, minimum, maximum, defaultValue, example, format, values } = parameter;
  const facts = [
    type,
    required && `**${t('required')}**`,
    format === 'date' && 'yyyy-MM-dd',
    minimum !== null && maximum !== null && t('range', { minimum, maximum }),
    defaultValue !== null && t('defaultIs', { value: `\`${defaultValue}\`` }),
    example !== null && values.size === 0 && t('exampleIs', { value: `\`${example}\`` }),
    note,
  ];
  const tree =
    name === 'categoryId' ? ` ${markdownLink(t('allCategories'), '/docs/endpoints/categoryList')}` : '';
  return `- \`${name}\` *${facts.filter(Boolean).join(', ')}*\\\n  ${parameter.description}${tree}${valueLines(parameter, '  ')}`;
}

function fieldLine(field: Field, { t }: DocsContext): string {
  const { name, depth, type, optional } = field;
  const indent = '  '.repeat(depth);
  const known = ENVELOPE.find((one) => depth === 0 && one === name);
  const description = known === undefined ? field.description : t(`envelope.${known}`);
  const facts = type.replaceAll('|', '\\|') + (optional ? `, ${t('onlyDetail')}` : '');
  const shown = description === '' ? '' : `: ${description}`;
  return `${indent}- \`${name}\` *${facts}*${shown}${valueLines(field, `${indent}  `)}`;
}

/** Members of every JSON response, which the OpenAPI document doesn't describe. */
const ENVELOPE = ['success', 'message', 'errorCode', 'data'] as const;

function valueLines({ values }: Described, indent: string): string {
  return [...values].map(([value, meaning]) => `\n${indent}- \`${value}\` ${meaning}`).join('');
}

async function sampleAnswer({ name, example }: Endpoint, url: string, context: DocsContext) {
  const { t } = context;
  // Usage needs an account, and changes need a cursor, so there is no sample response.
  const body = ['usage', 'changes'].includes(name) ? null : await responseTo(url, context);
  if (body === null) return [t('answerMadeUp'), codeFence('json', t('answer'), shortened(example))];
  const query = decodeURIComponent(new URL(url, 'http://x').search.slice(1).replaceAll('+', ' '));
  const title = query === '' ? t('answer') : t('answerTo', { query });
  return [t('answerLead'), codeFence('json', title, shortened(JSON.parse(body)))];
}

async function filePart(endpoint: Endpoint, file: NonNullable<Endpoint['file']>, context: DocsContext) {
  const { t, site, example } = context;
  const isPaged = file.parameters.some(({ name }) => name === 'pageSize');
  const query = exampleQuery(endpoint, example).replace(/&?pageSize=1$/, isPaged ? '&pageSize=3' : '');
  const url = file.path + query;
  const csv = await responseTo(`${url}${query === '' ? '?' : '&'}format=csv`, context);
  return [
    `## ${t('file')} {#file}`,
    t('fileText'),
    ...programs({ url: site.baseUrl + url, fileName: `${endpoint.name}.xlsx`, hasItems: false }),
    csv !== null &&
      codeFence('', t('fileLines'), csv.replace('\uFEFF', '').split('\r\n', 4).join('\n').trimEnd()),
  ];
}

/** A valid ISBN of no book. */
const UNKNOWN_ISBN13 = '9791199999992';

/** The query of a sample call whose response is short. */
function exampleQuery({ name, path }: Endpoint, { category, isbn13 }: DocsContext['example']): string {
  if (name === 'categoryList' || name === 'changes') return '';
  if (name === 'usage') return '?days=7';
  if (name === 'itemList') return `?query=${isbn13}`;
  if (name === 'suggest') return `?query=${encodeURIComponent('ㅎㄱㄷ')}`;
  if (name === 'items') return `?searchType=ISBN13&query=${isbn13},${UNKNOWN_ISBN13}`;
  if (path.startsWith('/v1/goods/')) return `?searchType=ISBN13&query=${isbn13}`;
  return `?categoryId=${encodeURIComponent(category)}&pageSize=1`;
}
