import { ERROR_STATUS } from '../../http/errors.ts';
import { errorsOf } from '../../v1/openapi.ts';
import { ENDPOINTS } from '../../v1/routes.ts';
import { type Schema, successSchema, textIn } from '../../v1/schema.ts';
import { type DocsContext, responseTo } from './context.ts';
import { codeFence, errorLines, markdownLink, paragraphs, programs, shortened } from './markdown.ts';

export type Endpoint = (typeof ENDPOINTS)[number];

export const ENDPOINT_GROUPS = ['category', 'goods', 'usage'] as const;
export type EndpointGroup = (typeof ENDPOINT_GROUPS)[number];

export function groupOf({ path }: Endpoint): EndpointGroup {
  return ENDPOINT_GROUPS.find((group) => path.startsWith(`/v1/${group}`)) ?? 'category';
}

/** Endpoints with a page. The page of a JSON endpoint also describes the endpoint that returns the same data as a file. */
export const JSON_ENDPOINTS = ENDPOINTS.filter(({ data }) => data !== null);

export function fileOf({ path }: Endpoint): Endpoint | undefined {
  return ENDPOINTS.find((other) => other.path === `${path}/export`);
}

export async function endpointPage(endpoint: Endpoint, context: DocsContext): Promise<string> {
  const { t, site, language } = context;
  const { name, path, title, description, headers = {}, parameters } = endpoint;
  const file = fileOf(endpoint);
  const url = path + exampleQuery(endpoint, context.example);
  const fields = fieldsOf([responseSchema(endpoint)], 0);
  const hasItems = fields.some((field) => field.name === 'totalCount' && field.depth === 1);
  const headerLines = Object.entries(headers).map(([header, schema]) => {
    const values = valueLines(schema, schema.enum ?? schema.examples, '  ', context);
    return `- \`${header}\`: ${textIn(language, schema.description)}${values}`;
  });
  const codes = [endpoint, file].flatMap((one) =>
    one === undefined ? [] : errorsOf(one).toSorted((a, b) => ERROR_STATUS[a] - ERROR_STATUS[b]),
  );
  return paragraphs(
    `# ${textIn(language, title)}`,
    textIn(language, description),
    `**GET** \`${path}\``,
    factLine(endpoint, context),
    `## ${t('request')} {#code}`,
    ...programs({ url: site.baseUrl + url, fileName: null, hasItems }),
    `${t('requestLead')} ${markdownLink(t('tryIt'), `/portal/test?endpoint=${name}`)}`,
    `### ${t('answer')} {#answer}`,
    ...(await sampleAnswer(endpoint, url, context)),
    `## ${t('parameters')} {#parameters}`,
    Object.keys(parameters).length === 0 ? t('noParameters') : parameterList(endpoint, context),
    `## ${t('fields')} {#fields}`,
    fields.map((field) => fieldLine(field, context)).join('\n'),
    headerLines.length > 0 && `## ${t('headers')} {#headers}`,
    headerLines.join('\n'),
    ...(file === undefined ? [] : await filePart(endpoint, file, context)),
    `## ${t('possibleErrors')} {#errors}`,
    errorLines([...new Set(codes)], context),
  );
}

function responseSchema({ data }: Endpoint): Schema {
  return successSchema(data ?? {});
}

function factLine(endpoint: Endpoint, { t }: DocsContext): string {
  const hasFile = fileOf(endpoint) !== undefined;
  const facts = [
    hasFile ? 'JSON, XLSX, CSV' : 'JSON',
    t(endpoint.uncounted === true ? 'facts.countNot' : 'facts.countOne'),
    markdownLink(t('parameters'), '#parameters'),
    markdownLink(t('fields'), '#fields'),
    hasFile && markdownLink(t('file'), '#file'),
    markdownLink(t('possibleErrors'), '#errors'),
  ];
  return facts.filter(Boolean).join(' · ');
}

/** Lists the parameters of an endpoint. Notes tell where the file endpoint has other parameters or defaults. */
function parameterList(endpoint: Endpoint, context: DocsContext): string {
  const { t } = context;
  const inFile = new Map(Object.entries(fileOf(endpoint)?.parameters ?? {}));
  const lines = Object.entries(endpoint.parameters).map(([name, parameter]) => {
    const value = inFile.get(name)?.schema.default;
    inFile.delete(name);
    const isSame = value === undefined || value === parameter.schema.default;
    return parameterLine(name, parameter, context, isSame ? '' : t('fileDefault', { value: String(value) }));
  });
  const ofFile = inFile.entries().map(([name, one]) => parameterLine(name, one, context, t('onlyFile')));
  return [...lines, ...ofFile].join('\n');
}

function parameterLine(
  name: string,
  { schema, isRequired }: Endpoint['parameters'][string],
  context: DocsContext,
  note: string,
): string {
  const { t, language } = context;
  const { minimum, maximum, default: standard, examples: [example] = [], format } = schema;
  const values = valueLines(schema, schema.enum, '  ', context);
  const facts = [
    typeName(schema),
    isRequired && `**${t('required')}**`,
    format === 'date' && 'yyyy-MM-dd',
    minimum !== undefined && maximum !== undefined && t('range', { minimum, maximum }),
    standard !== undefined && t('defaultIs', { value: `\`${standard}\`` }),
    example !== undefined && values === '' && t('exampleIs', { value: `\`${example}\`` }),
    note,
  ];
  const tree =
    name === 'categoryId' ? ` ${markdownLink(t('allCategories'), '/docs/endpoints/categoryList')}` : '';
  return `- \`${name}\` *${facts.filter(Boolean).join(', ')}*\\\n  ${textIn(language, schema.description)}${tree}${values}`;
}

interface Field {
  readonly name: string;
  readonly depth: number;
  readonly schema: Schema;
  readonly type: string;
  readonly isOptional: boolean;
}

/** The fields of alternative schemas, parents before children. A field is optional unless all alternatives require it. */
function fieldsOf(shapes: readonly Schema[], depth: number): readonly Field[] {
  const objects = shapes
    .flatMap((shape) => shape.anyOf ?? [shape])
    .filter(({ properties }) => properties !== undefined);
  const names = new Set(objects.flatMap(({ properties = {} }) => Object.keys(properties)));
  return [...names].flatMap((name) => {
    const [schema] = objects.flatMap(({ properties = {} }) => properties[name] ?? []);
    if (schema === undefined) return [];
    const options = schema.anyOf ?? [schema];
    const types = options.map((option) => (option.anyOf === undefined ? typeName(option) : 'object'));
    const isOptional = !objects.every(({ required = [] }) => required.includes(name));
    const inside = options.flatMap(({ items }) => items ?? []);
    const field = { name, depth, schema, type: types.join(' | '), isOptional };
    return [field, ...fieldsOf([...options, ...inside], depth + 1)];
  });
}

function typeName({ type, enum: all }: Schema): string {
  return type ?? (typeof all?.[0] === 'number' ? 'integer' : 'string');
}

/** Members of every JSON response, which the OpenAPI document doesn't describe. */
const ENVELOPE = ['success', 'message', 'errorCode', 'data'] as const;

function fieldLine({ name, depth, schema, type, isOptional }: Field, context: DocsContext): string {
  const { t, language } = context;
  const indent = '  '.repeat(depth);
  const known = ENVELOPE.find((one) => depth === 0 && one === name);
  const description = known === undefined ? textIn(language, schema.description) : t(`envelope.${known}`);
  const facts = type.replaceAll('|', '\\|') + (isOptional ? `, ${t('onlyDetail')}` : '');
  const shown = description === '' ? '' : `: ${description}`;
  const values = valueLines(schema, schema.enum ?? schema.examples, `${indent}  `, context);
  return `${indent}- \`${name}\` *${facts}*${shown}${values}`;
}

function valueLines(
  { 'x-enumDescriptions': meanings = {} }: Schema,
  values: readonly unknown[] = [],
  indent: string,
  { language }: DocsContext,
): string {
  const known = values.map(String).filter((value) => value in meanings);
  return known.map((value) => `\n${indent}- \`${value}\` ${textIn(language, meanings[value])}`).join('');
}

async function sampleAnswer(endpoint: Endpoint, url: string, context: DocsContext) {
  const { t } = context;
  // Usage needs an account, and changes need a cursor, so there is no sample response.
  const body = ['usage', 'changes'].includes(endpoint.name) ? null : await responseTo(url, context);
  if (body === null) return [t('answerMadeUp'), codeFence('json', t('answer'), madeUpAnswer(endpoint))];
  const query = decodeURIComponent(new URL(url, 'http://x').search.slice(1).replaceAll('+', ' '));
  const title = query === '' ? t('answer') : t('answerTo', { query });
  return [t('answerLead'), codeFence('json', title, shortened(JSON.parse(body)))];
}

export function madeUpAnswer(endpoint: Endpoint): string {
  return shortened(exampleOf(responseSchema(endpoint)));
}

/** A value that fits a schema, with one entry in each list. */
function exampleOf(schema: Schema): unknown {
  const { anyOf, properties, items, enum: all = [], examples = [], type, format } = schema;
  if (anyOf?.[0] !== undefined) return exampleOf(anyOf[0]);
  if (properties !== undefined)
    return Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, exampleOf(part)]));
  if (items !== undefined) return [exampleOf(items)];
  const known = all[0] ?? examples[0];
  if (known !== undefined) return known;
  if (type === 'null') return null;
  if (type === 'integer' || type === 'number') return 1;
  return format === 'date' ? '2026-11-15' : '…';
}

async function filePart(endpoint: Endpoint, file: Endpoint, context: DocsContext) {
  const { t, site, example } = context;
  const isPaged = 'pageSize' in file.parameters;
  const query = exampleQuery(endpoint, example).replace(/&?pageSize=1$/, isPaged ? '&pageSize=3' : '');
  const url = file.path + query;
  const csv = await responseTo(`${url}${query === '' ? '?' : '&'}format=csv`, context);
  const lines = csv?.replace('\uFEFF', '').split('\r\n', 4).join('\n').trimEnd();
  return [
    `## ${t('file')} {#file}`,
    t('fileText'),
    ...programs({ url: site.baseUrl + url, fileName: `${endpoint.name}.xlsx`, hasItems: false }),
    lines !== undefined && codeFence('', t('fileLines'), lines),
  ];
}

const UNKNOWN_ISBN13 = '9791199999992';

function exampleQuery({ name, path }: Endpoint, { category, isbn13 }: DocsContext['example']): string {
  if (name === 'categoryList' || name === 'changes') return '';
  if (name === 'usage') return '?days=7';
  if (name === 'itemList') return `?query=${isbn13}`;
  if (name === 'suggest') return `?query=${encodeURIComponent('ㅎㄱㄷ')}`;
  if (name === 'items') return `?searchType=ISBN13&query=${isbn13},${UNKNOWN_ISBN13}`;
  if (path.startsWith('/v1/goods/')) return `?searchType=ISBN13&query=${isbn13}`;
  return `?categoryId=${encodeURIComponent(category)}&pageSize=1`;
}
