import { queryOptions, useQuery } from '@tanstack/react-query';

/** An endpoint as the documentation shows it, read from the running server's OpenAPI document. */
export interface Endpoint {
  /** Operation id, such as bestsellerMonthly. */
  readonly operation: string;
  readonly path: string;
  readonly group: string;
  /** English, as in the document; shown through `translateTerm`. */
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
}

export interface Parameter {
  readonly name: string;
  readonly required: boolean;
  readonly type: string;
  readonly description: string;
  readonly values: readonly string[];
  readonly minimum: number | null;
  readonly maximum: number | null;
  readonly defaultValue: string | null;
  readonly example: string | null;
}

export interface Header {
  readonly name: string;
  readonly description: string;
}

export interface Field {
  /** With its parents: data.items[].title. */
  readonly path: string;
  readonly type: string;
  readonly description: string;
  /** Not in every answer: there only with detail=Y. */
  readonly optional: boolean;
}

/** All endpoints in the document's order. */
export const endpointsQuery = queryOptions({
  queryKey: ['openapi'],
  queryFn: fetchEndpoints,
  staleTime: Number.POSITIVE_INFINITY,
});

export function useEndpoints() {
  return useQuery(endpointsQuery);
}

async function fetchEndpoints(): Promise<readonly Endpoint[]> {
  const response = await fetch('/v1/openapi.json');
  if (!response.ok) throw new Error(`openapi.json: ${response.status}`);
  return readEndpoints((await response.json()) as OpenApiDocument);
}

/** What is read of the document. */
export interface OpenApiDocument {
  readonly paths: Readonly<Record<string, { readonly get?: Operation }>>;
}

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly parameters?: readonly OpenApiParameter[];
  readonly responses: Readonly<Record<string, Response>>;
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
  readonly headers?: Readonly<Record<string, { readonly description: string }>>;
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>;
}

interface Schema {
  readonly type?: string;
  readonly description?: string;
  readonly enum?: readonly (string | number)[];
  readonly default?: string | number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
}

export function readEndpoints(document: OpenApiDocument): readonly Endpoint[] {
  return Object.entries(document.paths).flatMap(([path, { get }]) =>
    get === undefined ? [] : [readEndpoint(path, get)],
  );
}

function readEndpoint(path: string, operation: Operation): Endpoint {
  const content = operation.responses['200']?.content ?? {};
  const json = content['application/json']?.schema;
  return {
    operation: operation.operationId,
    path,
    group: operation.tags[0] ?? '',
    title: operation.summary,
    description: operation.description,
    parameters: (operation.parameters ?? []).map(readParameter),
    fields: json === undefined ? [] : readFields(json, ''),
    headers: Object.entries(operation.responses['200']?.headers ?? {}).map(([name, { description }]) => ({
      name,
      description,
    })),
    fileTypes: json === undefined ? Object.keys(content) : [],
    errors: Object.entries(operation.responses).flatMap(([status, { description }]) =>
      Number(status) < 400 ? [] : description.split(', ').map((code) => ({ status: Number(status), code })),
    ),
  };
}

function readParameter({ name, required, description, example, schema }: OpenApiParameter): Parameter {
  return {
    name,
    required: required === true,
    type: schema.type ?? (typeof schema.enum?.[0] === 'number' ? 'integer' : 'string'),
    description: description ?? '',
    values: schema.enum?.map(String) ?? [],
    minimum: schema.minimum ?? null,
    maximum: schema.maximum ?? null,
    defaultValue: schema.default === undefined ? null : String(schema.default),
    example: example ?? null,
  };
}

function readFields(schema: Schema, parent: string): readonly Field[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, part]) => {
    const path = parent === '' ? name : `${parent}.${name}`;
    const options = part.anyOf ?? [part];
    const field = {
      path,
      type: options.map(typeName).join(' | '),
      description: part.description ?? '',
      optional: !(schema.required ?? []).includes(name),
    };
    const inside = options.flatMap((option) =>
      option.items === undefined ? readFields(option, path) : readFields(option.items, `${path}[]`),
    );
    return [field, ...inside];
  });
}

function typeName(schema: Schema): string {
  return schema.type ?? (typeof schema.enum?.[0] === 'number' ? 'integer' : 'string');
}
