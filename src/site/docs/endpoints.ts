import { ERROR_STATUS } from '../../http/errors.ts';
import { LANGUAGES, type Language } from '../../messages/languages.ts';
import { errorsOf } from '../../v1/openapi.ts';
import { ENDPOINTS } from '../../v1/routes.ts';
import { type DocumentText, type Schema, successSchema } from '../../v1/schema.ts';

/** An endpoint as the documentation and the test tool show it, in the reader's language. */
export interface Endpoint extends ReturnType<typeof readEndpoint> {
  /** The endpoint that returns the same data as a spreadsheet. */
  readonly file: ReturnType<typeof readEndpoint> | null;
}

export const ENDPOINT_GROUPS = ['category', 'goods', 'usage'] as const;
export type EndpointGroup = (typeof ENDPOINT_GROUPS)[number];

export type Described = ReturnType<typeof described>;
export type Parameter = ReturnType<typeof readParameter>;

export interface Field extends Described {
  readonly depth: number;
  readonly type: string;
  /** Whether only responses with detail=Y have the field. */
  readonly optional: boolean;
}

/** All endpoints in reading order. Texts without a translation are English. */
export function endpointsIn(language: Language): readonly Endpoint[] {
  return byLanguage.get(language) ?? [];
}

const byLanguage = new Map(LANGUAGES.map((language) => [language, readAll(language)]));

function readAll(language: Language): readonly Endpoint[] {
  const all = ENDPOINTS.map((endpoint) => readEndpoint(endpoint, language));
  const files = new Map(all.map((endpoint) => [endpoint.path, endpoint]));
  return all.map((endpoint) => ({ ...endpoint, file: files.get(`${endpoint.path}/export`) ?? null }));
}

function readEndpoint(endpoint: (typeof ENDPOINTS)[number], language: Language) {
  const { name, path, title, description, data, headers = {}, parameters, uncounted } = endpoint;
  const json = data === null ? null : successSchema(data);
  return {
    name,
    path,
    group: ENDPOINT_GROUPS.find((group) => path.startsWith(`/v1/${group}`)) ?? 'category',
    title: say(title, language),
    description: say(description, language),
    isFile: json === null,
    isCounted: uncounted !== true,
    parameters: Object.entries(parameters).map(([parameter, { schema, isRequired }]) =>
      readParameter(parameter, schema, isRequired, language),
    ),
    /** Parents come before their children. */
    fields: json === null ? [] : readFields([json], 0, language),
    headers: Object.entries(headers).map(([header, schema]) => described(header, schema, language)),
    errors: [...errorsOf(endpoint)].sort((a, b) => ERROR_STATUS[a] - ERROR_STATUS[b]),
    /** Made from the schema. Null for a file. */
    example: json === null ? null : exampleOf(json),
  };
}

function readParameter(name: string, schema: Schema, required: boolean, language: Language) {
  const { examples: [example] = [], ...bounds } = schema;
  return {
    ...described(name, bounds, language),
    label: say(schema['x-label'] ?? { en: name }, language),
    required,
    type: typeName(schema),
    minimum: schema.minimum ?? null,
    maximum: schema.maximum ?? null,
    defaultValue: schema.default === undefined ? null : String(schema.default),
    example: example === undefined ? null : String(example),
    format: schema.format ?? null,
  };
}

function say(text: DocumentText, language: Language): string {
  return text[language] ?? text.en;
}

/** `values` are those that have a meaning, in the schema's order. */
function described(name: string, schema: Schema, language: Language) {
  const { description: text, enum: all, examples = [], 'x-enumDescriptions': meanings = {} } = schema;
  const values = (all ?? examples).map(String).flatMap((value) => {
    const meaning = meanings[value];
    return meaning === undefined ? [] : [[value, say(meaning, language)] as const];
  });
  const description = text === undefined ? '' : say(text, language);
  return { name, description, values: new Map(values) };
}

/** The fields of alternative schemas. A field that some of them lack is optional. */
function readFields(shapes: readonly Schema[], depth: number, language: Language): readonly Field[] {
  const objects = shapes
    .flatMap((shape) => shape.anyOf ?? [shape])
    .filter(({ properties }) => properties !== undefined);
  const names = new Set(objects.flatMap(({ properties = {} }) => Object.keys(properties)));
  return [...names].flatMap((name) => {
    const [part] = objects.flatMap(({ properties = {} }) => properties[name] ?? []);
    if (part === undefined) return [];
    const options = part.anyOf ?? [part];
    const field = {
      ...described(name, part, language),
      depth,
      type: options.map((option) => (option.anyOf === undefined ? typeName(option) : 'object')).join(' | '),
      optional: !objects.every(({ required = [] }) => required.includes(name)),
    };
    const inside = options.flatMap(({ items }) => items ?? []);
    return [field, ...readFields([...options, ...inside], depth + 1, language)];
  });
}

function typeName({ type, enum: all }: Schema): string {
  return type ?? (typeof all?.[0] === 'number' ? 'integer' : 'string');
}

/** A value that fits the schema, with one entry in each list. */
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
