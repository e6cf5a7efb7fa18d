/** One endpoint of the API as the test tool shows it, read from openapi.json. */
export interface Operation {
  /** Operation id, such as bestsellerMonthly. */
  readonly id: string;
  readonly path: string;
  readonly title: string;
  readonly isFile: boolean;
  /** A call counts against the day. */
  readonly isCounted: boolean;
  readonly parameters: readonly Parameter[];
}

export interface Parameter {
  readonly name: string;
  readonly required: boolean;
  readonly kind: 'category' | 'choice' | 'date' | 'number' | 'text';
  /** Values to choose from, for `choice`. */
  readonly choices: readonly string[];
  /** What the API takes when the parameter is left out; empty when it has none. */
  readonly fallback: string;
  readonly minimum: number | null;
  readonly maximum: number | null;
  readonly lengthMax: number | null;
  readonly example: string;
}

type Json = Readonly<Record<string, unknown>>;

/** Every GET operation of an OpenAPI document, in the document's order. Parts of another shape are left out. */
export function readOperations(document: unknown): readonly Operation[] {
  const found: Operation[] = [];
  for (const [path, item] of Object.entries(asObject(asObject(document).paths))) {
    const operation = asObject(asObject(item).get);
    if (typeof operation.operationId !== 'string') continue;
    found.push({
      id: operation.operationId,
      path,
      title: typeof operation.summary === 'string' ? operation.summary : operation.operationId,
      isFile: path.endsWith('/export'),
      // The only one that is free, as its description says.
      isCounted: operation.operationId !== 'usage',
      parameters: asArray(operation.parameters)
        .map(asObject)
        // Headers stand elsewhere in the document, by reference.
        .filter((parameter) => parameter.in === 'query')
        .map(readParameter),
    });
  }
  return found;
}

function readParameter(parameter: Json): Parameter {
  const schema = asObject(parameter.schema);
  const choices = asArray(schema.enum).map(String);
  return {
    name: String(parameter.name),
    required: parameter.required === true,
    kind: kindOf(String(parameter.name), schema, choices),
    choices,
    fallback: schema.default === undefined ? '' : String(schema.default),
    minimum: asNumber(schema.minimum),
    maximum: asNumber(schema.maximum),
    lengthMax: asNumber(schema.maxLength),
    example: typeof parameter.example === 'string' ? parameter.example : '',
  };
}

function kindOf(name: string, schema: Json, choices: readonly string[]): Parameter['kind'] {
  if (name === 'categoryId') return 'category';
  if (choices.length > 0) return 'choice';
  if (schema.format === 'date') return 'date';
  return schema.type === 'integer' ? 'number' : 'text';
}

function asObject(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
}

function asArray(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function asNumber(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}
