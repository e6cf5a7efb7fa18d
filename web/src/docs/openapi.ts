import { queryOptions } from '@tanstack/react-query';

/** An endpoint as the documentation shows it, read from the running server's OpenAPI document. */
export interface Endpoint {
  /** Operation id, such as bestsellerMonthly. */
  readonly operation: string;
  readonly path: string;
  readonly group: string;
  /** English as in the document, until `endpointIn` gives it the reader's language. */
  readonly title: string;
  readonly description: string;
  readonly parameters: readonly Parameter[];
  /** Fields of the answer in reading order; empty for files. */
  readonly fields: readonly Field[];
  /** Headers that only some endpoints have. */
  readonly headers: readonly Header[];
  /** Content types of a file, empty for JSON. */
  readonly fileTypes: readonly string[];
  readonly errors: readonly { readonly status: number; readonly code: string }[];
  /** Of the whole document. */
  readonly texts: DocumentTexts;
}

/** Texts of the OpenAPI document in other languages, by the English ones. */
export type DocumentTexts = Readonly<Record<string, Readonly<Record<string, string>>>>;

export interface Parameter {
  readonly name: string;
  /** Of its field in a form. */
  readonly label: string;
  readonly required: boolean;
  readonly type: string;
  readonly description: string;
  readonly values: readonly KnownValue[];
  readonly minimum: number | null;
  readonly maximum: number | null;
  readonly lengthMax: number | null;
  readonly defaultValue: string | null;
  readonly example: string | null;
  /** As the document names it, such as `date`; null when there is none. */
  readonly format: string | null;
}

/** A value that there is, or that is known. */
export interface KnownValue {
  readonly value: string;
  readonly meaning: string;
  readonly isDefault: boolean;
}

export interface Header {
  readonly name: string;
  readonly description: string;
  readonly values: readonly KnownValue[];
}

export interface Field {
  /** With its parents: data.items[].title. */
  readonly path: string;
  readonly type: string;
  readonly description: string;
  readonly values: readonly KnownValue[];
  /** Not in every answer: there only with detail=Y. */
  readonly optional: boolean;
}

/** All endpoints in reading order. */
export const endpointsQuery = queryOptions({
  queryKey: ['openapi'],
  queryFn: fetchEndpoints,
  staleTime: Number.POSITIVE_INFINITY,
});

async function fetchEndpoints(): Promise<readonly Endpoint[]> {
  const response = await fetch('/v1/openapi.json');
  if (!response.ok) throw new Error(`openapi.json: ${response.status}`);
  const document: OpenApiDocument = JSON.parse(await response.text());
  return readEndpoints(document);
}

/** What is read of the document. */
export interface OpenApiDocument {
  readonly paths: Readonly<Record<string, { readonly get?: Operation }>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
  readonly 'x-texts': DocumentTexts;
}

/** A part of the document that stands elsewhere in it. */
interface Reference {
  readonly $ref: string;
}

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  /** References are to headers that every endpoint takes. */
  readonly parameters?: readonly (OpenApiParameter | Reference)[];
  /** References are to failures that come before a request has reached an endpoint. */
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
  /** References are to headers that every endpoint has. */
  readonly headers?: Readonly<
    Record<string, { readonly description: string; readonly schema: Schema } | Reference>
  >;
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>;
}

interface Schema {
  readonly type?: string;
  readonly format?: string;
  readonly description?: string;
  readonly enum?: readonly (string | number)[];
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
  /** Names a schema of the document's components. */
  readonly $ref?: string;
}

export function readEndpoints(document: OpenApiDocument): readonly Endpoint[] {
  const endpoints = Object.entries(document.paths).flatMap(([path, { get }]) =>
    get === undefined ? [] : [readEndpoint(path, get, document)],
  );
  // The list of categories stands behind the lists of products, not between them.
  const isLast = ({ operation }: Endpoint) => operation === 'categoryList';
  return [...endpoints.filter((one) => !isLast(one)), ...endpoints.filter(isLast)];
}

type Schemas = OpenApiDocument['components']['schemas'];

const isOwn = <T extends object>(part: T | Reference): part is T => !('$ref' in part);

function readEndpoint(path: string, operation: Operation, document: OpenApiDocument): Endpoint {
  const success = operation.responses['200'];
  const { content = {}, headers = {} } = success !== undefined && isOwn(success) ? success : {};
  const json = content['application/json']?.schema;
  return {
    operation: operation.operationId,
    path,
    group: operation.tags[0] ?? '',
    title: operation.summary,
    description: operation.description,
    parameters: (operation.parameters ?? []).filter(isOwn).map(readParameter),
    fields: json === undefined ? [] : readFields([json], '', document.components.schemas),
    headers: Object.entries(headers).flatMap(([name, header]) =>
      isOwn(header) ? [{ name, description: header.description, values: readValues(header.schema) }] : [],
    ),
    fileTypes: json === undefined ? Object.keys(content) : [],
    errors: Object.entries(operation.responses).flatMap(([status, response]) =>
      Number(status) < 400 || !isOwn(response)
        ? []
        : response.description.split(', ').map((code) => ({ status: Number(status), code })),
    ),
    texts: document['x-texts'],
  };
}

function readParameter({ name, required, description, example, schema }: OpenApiParameter): Parameter {
  return {
    name,
    label: schema['x-label'] ?? name,
    required: required === true,
    type: schema.type ?? (typeof schema.enum?.[0] === 'number' ? 'integer' : 'string'),
    description: description ?? '',
    values: readValues(schema),
    minimum: schema.minimum ?? null,
    maximum: schema.maximum ?? null,
    lengthMax: schema.maxLength ?? null,
    defaultValue: schema.default === undefined ? null : String(schema.default),
    example: example ?? null,
    format: schema.format ?? null,
  };
}

/** In the order of the document; a constant that the document doesn't explain is none to choose. */
function readValues(schema: Schema): readonly KnownValue[] {
  const { enum: all, examples = [], default: standard, 'x-enumDescriptions': meanings = {} } = schema;
  return (all ?? examples).map(String).flatMap((value) => {
    const meaning = meanings[value];
    return meaning === undefined ? [] : { value, meaning, isDefault: value === String(standard) };
  });
}

/** The fields of one shape, or of several that stand for each other: those that not all of them have are optional. */
function readFields(shapes: readonly Schema[], parent: string, schemas: Schemas): readonly Field[] {
  const objects = shapes
    .flatMap((shape) => resolve(shape, schemas).anyOf ?? [shape])
    .map((shape) => resolve(shape, schemas))
    .filter(({ properties }) => properties !== undefined);
  const names = new Set(objects.flatMap(({ properties = {} }) => Object.keys(properties)));
  return [...names].flatMap((name) => {
    const parts = objects.flatMap(({ properties = {} }) => properties[name] ?? []);
    const [part] = parts;
    if (part === undefined) return [];
    const path = parent === '' ? name : `${parent}.${name}`;
    const options = (part.anyOf ?? [part]).map((option) => resolve(option, schemas));
    const field = {
      path,
      type: options.map(typeName).join(' | '),
      description: part.description ?? '',
      values: readValues(part),
      optional: !objects.every(({ required = [] }) => required.includes(name)),
    };
    const inside = options.flatMap(({ items }) =>
      items === undefined ? [] : readFields([items], `${path}[]`, schemas),
    );
    return [field, ...readFields(options, path, schemas), ...inside];
  });
}

function resolve(schema: Schema, schemas: Schemas): Schema {
  return schemas[schema.$ref?.split('/').at(-1) ?? ''] ?? schema;
}

function typeName(schema: Schema): string {
  // Shapes that stand for each other are objects.
  if (schema.anyOf !== undefined) return 'object';
  return schema.type ?? (typeof schema.enum?.[0] === 'number' ? 'integer' : 'string');
}
