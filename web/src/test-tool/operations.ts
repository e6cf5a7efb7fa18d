/** One endpoint of the API as the test tool shows it, read from openapi.json. */
export interface Operation {
  /** Operation id, such as bestsellerMonthly. */
  readonly id: string;
  readonly path: string;
  readonly title: Spoken;
  readonly isFile: boolean;
  /** A call counts against the day. */
  readonly isCounted: boolean;
  readonly parameters: readonly Parameter[];
}

export interface Parameter {
  readonly name: string;
  /** Of its field in the form. */
  readonly label: Spoken;
  readonly required: boolean;
  readonly kind: 'category' | 'choice' | 'date' | 'number' | 'text';
  /** Values to choose from, for `choice`. */
  readonly choices: readonly { readonly value: string; readonly meaning: Spoken }[];
  /** What the API takes when the parameter is left out; empty when it has none. */
  readonly fallback: string;
  readonly minimum: number | null;
  readonly maximum: number | null;
  readonly lengthMax: number | null;
  readonly example: string;
}

/** A text in English, and in the languages that have it, too. */
export type Spoken = Readonly<Record<string, string>> & { readonly en: string };

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
      title: spoken(asText(operation.summary, operation.operationId), document),
      isFile: path.endsWith('/export'),
      // The only one that is free, as its description says.
      isCounted: operation.operationId !== 'usage',
      parameters: asArray(operation.parameters)
        .map(asObject)
        // Headers stand elsewhere in the document, by reference.
        .filter((parameter) => parameter.in === 'query')
        .map((parameter) => readParameter(parameter, document)),
    });
  }
  return found;
}

function readParameter(parameter: Json, document: unknown): Parameter {
  const schema = asObject(parameter.schema);
  const meanings = asObject(schema['x-enumDescriptions']);
  const choices = asArray(schema.enum).map((value) => ({
    value: String(value),
    meaning: spoken(asText(meanings[String(value)], String(value)), document),
  }));
  return {
    name: String(parameter.name),
    label: spoken(asText(schema['x-label'], String(parameter.name)), document),
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

/** A text of the document in every language that has it. */
function spoken(english: string, document: unknown): Spoken {
  const languages = Object.entries(asObject(asObject(document)['x-texts']));
  const others = languages.map(([language, texts]) => [language, asObject(texts)[english] ?? english]);
  return { ...Object.fromEntries(others), en: english };
}

function kindOf(name: string, schema: Json, choices: Parameter['choices']): Parameter['kind'] {
  if (name === 'categoryId') return 'category';
  if (choices.length > 0) return 'choice';
  if (schema.format === 'date') return 'date';
  return schema.type === 'integer' ? 'number' : 'text';
}

function asText(value: unknown, otherwise: string): string {
  return typeof value === 'string' ? value : otherwise;
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
