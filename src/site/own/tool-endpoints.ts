import type { Language } from '../../messages/languages.ts';
import type { DocumentText } from '../../v1/openapi/document-texts.ts';
import { ENDPOINTS } from '../../v1/routes.ts';
import type { Field } from '../kit/fields.ts';

/** An endpoint as the test tool shows it. */
export interface ToolEndpoint {
  readonly name: string;
  readonly path: string;
  readonly title: string;
  readonly isFile: boolean;
  readonly isCounted: boolean;
  readonly parameters: readonly ToolParameter[];
}

export interface ToolParameter {
  readonly name: string;
  readonly label: string;
  readonly isRequired: boolean;
  readonly example: string;
  readonly defaultValue: string | null;
  /** The values to choose from, with what each means; none where anything may be typed. */
  readonly meanings: ReadonlyMap<string, string>;
  readonly type: 'text' | 'date';
  readonly isNumber: boolean;
}

/** What is read of a parameter in the OpenAPI document. */
interface Schema {
  readonly type?: string;
  readonly format?: string;
  readonly enum?: readonly (string | number)[];
  readonly examples?: readonly unknown[];
  readonly default?: string | number;
  readonly 'x-label'?: string;
  readonly 'x-enumDescriptions'?: Readonly<Record<string, string>>;
  readonly 'x-texts'?: readonly DocumentText[];
}

/** Every endpoint, in the order of the documentation. */
export function toolEndpoints(language: Language): readonly ToolEndpoint[] {
  return ENDPOINTS.map(({ name, path, title, data, uncounted, parameters }) => ({
    name,
    path,
    title: title[language] ?? title.en,
    isFile: data === null,
    isCounted: uncounted !== true,
    parameters: Object.entries<Schema>(parameters.properties).map(([parameter, schema]) =>
      readParameter(parameter, schema, (parameters.required ?? []).includes(parameter), language),
    ),
  }));
}

function readParameter(name: string, schema: Schema, isRequired: boolean, language: Language): ToolParameter {
  const texts = schema['x-texts'] ?? [];
  const say = (english: string) => texts.find(({ en }) => en === english)?.[language] ?? english;
  const meanings = Object.entries(schema['x-enumDescriptions'] ?? {});
  return {
    name,
    label: say(schema['x-label'] ?? name),
    isRequired,
    example: String(schema.examples?.[0] ?? ''),
    defaultValue: schema.default === undefined ? null : String(schema.default),
    meanings: new Map(
      schema.enum === undefined ? [] : meanings.map(([value, english]) => [value, say(english)]),
    ),
    type: schema.format === 'date' ? 'date' : 'text',
    isNumber: schema.type === 'integer',
  };
}

/** Parameters are sent as they were typed: the API itself says what is wrong with them. */
export function parameterField({ meanings, isRequired, type, isNumber }: ToolParameter): Field<string> {
  return {
    control: meanings.size > 0 ? 'choice' : 'line',
    attributes: {
      ...(meanings.size > 0 ? {} : { type, maxlength: VALUE_MAX, autocomplete: 'off' }),
      ...(isNumber && meanings.size === 0 ? { inputmode: 'numeric' } : {}),
      required: isRequired,
    },
    words: [...meanings.keys()],
    read: (sent) => (typeof sent === 'string' ? sent.trim().slice(0, VALUE_MAX) : ''),
  };
}

const VALUE_MAX = 1000;
