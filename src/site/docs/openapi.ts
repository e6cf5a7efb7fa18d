import type { Language } from '../../messages/languages.ts';

/** An endpoint as the documentation and the test tool show it, in the reader's language. */
export interface Endpoint {
  /** Operation id, such as bestsellerMonthly. */
  readonly operation: string;
  readonly path: string;
  readonly group: EndpointGroup;
  readonly title: string;
  readonly description: string;
  readonly parameters: readonly Parameter[];
  /** Fields of the response, parents before children; none for a file. */
  readonly fields: readonly Field[];
  /** Response headers that only some endpoints have. */
  readonly headers: readonly Described[];
  readonly errors: readonly { readonly status: number; readonly code: string }[];
  /** A response made up from the schema, to show while there is no real one; null for a file. */
  readonly example: unknown;
  /** The endpoint that returns the same as a spreadsheet. */
  readonly file: Endpoint | null;
}

/** Endpoints by what they return. */
export const ENDPOINT_GROUPS = ['category', 'goods', 'usage'] as const;
export type EndpointGroup = (typeof ENDPOINT_GROUPS)[number];

/** Something with a name and known values. */
export interface Described {
  readonly name: string;
  readonly description: string;
  readonly values: readonly KnownValue[];
}

export interface Parameter extends Described {
  /** Of its field in a form. */
  readonly label: string;
  readonly required: boolean;
  readonly type: string;
  readonly minimum: number | null;
  readonly maximum: number | null;
  readonly lengthMax: number | null;
  readonly defaultValue: string | null;
  readonly example: string | null;
  /** Such as `date`; null if there is none. */
  readonly format: string | null;
}

export interface KnownValue {
  readonly value: string;
  readonly meaning: string;
  readonly isDefault: boolean;
}

export interface Field extends Described {
  /** Parents above it. */
  readonly depth: number;
  readonly type: string;
  /** Only in some responses: those with detail=Y. */
  readonly optional: boolean;
}

/** What is read of the document. */
export interface OpenApiDocument {
  readonly paths: Readonly<Record<string, { readonly get?: Operation }>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
  /** Texts in other languages, by the English ones. */
  readonly 'x-texts': Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** Stands for a part that all operations share. */
interface Reference {
  readonly $ref: string;
}

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly parameters?: readonly (OpenApiParameter | Reference)[];
  readonly responses: Readonly<Record<string, Response | Reference>>;
}

interface OpenApiParameter {
  readonly name: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly example?: string;
  readonly schema: Schema;
}

interface Response {
  readonly description: string;
  readonly headers?: Readonly<
    Record<string, { readonly description: string; readonly schema: Schema } | Reference>
  >;
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>;
}

interface Schema {
  readonly type?: string;
  readonly format?: string;
  readonly description?: string;
  readonly enum?: readonly (string | number | boolean | null)[];
  readonly examples?: readonly unknown[];
  readonly 'x-label'?: string;
  readonly 'x-enumDescriptions'?: Readonly<Record<string, string>>;
  readonly default?: string | number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly $ref?: string;
}

/** All endpoints in reading order, each with its file. A text without a translation is shown in English. */
export function readEndpoints(document: OpenApiDocument, language: Language): readonly Endpoint[] {
  const texts = document['x-texts'][language] ?? {};
  const reader = {
    schemas: document.components.schemas,
    say: (english: string) => texts[english] ?? english,
  };
  const all = Object.entries(document.paths).flatMap(([path, { get }]) =>
    get === undefined ? [] : [readEndpoint(path, get, reader)],
  );
  const files = new Map(all.map((endpoint) => [endpoint.path, endpoint]));
  return all
    .filter(({ path }) => !path.endsWith(FILE_PATH))
    .map((endpoint) => ({ ...endpoint, file: files.get(endpoint.path + FILE_PATH) ?? null }));
}

const FILE_PATH = '/export';

/** The document's schemas, and how to say a text of it to the reader. */
interface Reader {
  readonly schemas: OpenApiDocument['components']['schemas'];
  readonly say: (english: string) => string;
}

function readEndpoint(path: string, operation: Operation, reader: Reader): Endpoint {
  const { say } = reader;
  const success = operation.responses['200'];
  const { content = {}, headers = {} } = success !== undefined && isOwn(success) ? success : {};
  const json = content['application/json']?.schema;
  return {
    operation: operation.operationId,
    path,
    group: ENDPOINT_GROUPS.find((group) => group === operation.tags[0]) ?? 'category',
    title: say(operation.summary),
    description: say(operation.description),
    parameters: (operation.parameters ?? []).filter(isOwn).map((one) => readParameter(one, reader)),
    fields: json === undefined ? [] : readFields([json], 0, reader),
    headers: Object.entries(headers).flatMap(([name, header]) =>
      isOwn(header)
        ? [{ name, description: say(header.description), values: readValues(header.schema, reader) }]
        : [],
    ),
    errors: Object.entries(operation.responses).flatMap(([status, response]) =>
      Number(status) < 400 || !isOwn(response)
        ? []
        : response.description.split(', ').map((code) => ({ status: Number(status), code })),
    ),
    example: json === undefined ? null : exampleOf(json, reader),
    file: null,
  };
}

const isOwn = <T extends object>(part: T | Reference): part is T => !('$ref' in part);

function readParameter(parameter: OpenApiParameter, reader: Reader): Parameter {
  const { name, required, description = '', example, schema } = parameter;
  return {
    name,
    label: reader.say(schema['x-label'] ?? name),
    required: required === true,
    type: typeName(schema),
    description: reader.say(description),
    values: readValues(schema, reader),
    minimum: schema.minimum ?? null,
    maximum: schema.maximum ?? null,
    lengthMax: schema.maxLength ?? null,
    defaultValue: schema.default === undefined ? null : String(schema.default),
    example: example ?? null,
    format: schema.format ?? null,
  };
}

/** In the order of the document; a constant that the document doesn't explain is none to choose. */
function readValues(schema: Schema, { say }: Reader): readonly KnownValue[] {
  const { enum: all, examples = [], default: standard, 'x-enumDescriptions': meanings = {} } = schema;
  return (all ?? examples).map(String).flatMap((value) => {
    const meaning = meanings[value];
    return meaning === undefined
      ? []
      : { value, meaning: say(meaning), isDefault: value === String(standard) };
  });
}

/** Fields of one shape, or of several alternatives: those that not all of them have are optional. */
function readFields(shapes: readonly Schema[], depth: number, reader: Reader): readonly Field[] {
  const objects = shapes
    .flatMap((shape) => resolve(shape, reader).anyOf ?? [shape])
    .map((shape) => resolve(shape, reader))
    .filter(({ properties }) => properties !== undefined);
  const names = new Set(objects.flatMap(({ properties = {} }) => Object.keys(properties)));
  return [...names].flatMap((name) => {
    const parts = objects.flatMap(({ properties = {} }) => properties[name] ?? []);
    const [part] = parts;
    if (part === undefined) return [];
    const options = (part.anyOf ?? [part]).map((option) => resolve(option, reader));
    const field = {
      name,
      depth,
      type: options.map((option) => (option.anyOf === undefined ? typeName(option) : 'object')).join(' | '),
      description: reader.say(part.description ?? ''),
      values: readValues(part, reader),
      optional: !objects.every(({ required = [] }) => required.includes(name)),
    };
    const inside = options.flatMap(({ items }) => (items === undefined ? [] : [items]));
    return [field, ...readFields([...options, ...inside], depth + 1, reader)];
  });
}

function resolve(schema: Schema, { schemas }: Reader): Schema {
  return schemas[schema.$ref?.split('/').at(-1) ?? ''] ?? schema;
}

function typeName({ type, enum: all }: Schema): string {
  return type ?? (typeof all?.[0] === 'number' ? 'integer' : 'string');
}

/** A value of the schema, with one entry in each list. */
function exampleOf(schema: Schema, reader: Reader): unknown {
  const { anyOf, properties, items, enum: all, examples, type, format } = resolve(schema, reader);
  if (anyOf?.[0] !== undefined) return exampleOf(anyOf[0], reader);
  if (properties !== undefined)
    return Object.fromEntries(
      Object.entries(properties).map(([name, part]) => [name, exampleOf(part, reader)]),
    );
  if (items !== undefined) return [exampleOf(items, reader)];
  const [known] = [...(all ?? []), ...(examples ?? [])];
  if (known !== undefined) return known;
  if (type === 'null') return null;
  if (type === 'integer' || type === 'number') return 1;
  return format === 'date' ? '2026-11-15' : '…';
}
