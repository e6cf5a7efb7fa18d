import type { Language } from '../messages/languages.ts';

/** A language without its own text gets the English one. */
export type DocumentText = { readonly en: string } & { readonly [Other in Exclude<Language, 'en'>]?: string };

/** By value of an enum. */
export type Meanings<Value extends string | number = string> = Readonly<Record<`${Value}`, DocumentText>>;

/**
 * A JSON schema with texts in every language, for the OpenAPI document, the documentation's pages, and the tests of responses. A
 * schema with a title becomes a named schema of the document. Schemas are open: clients must accept fields that later versions
 * add.
 */
export interface Schema {
  readonly type?: 'string' | 'integer' | 'number' | 'boolean' | 'null' | 'array' | 'object';
  readonly title?: string | undefined;
  readonly description?: DocumentText | undefined;
  /** The label of a parameter's form field. */
  readonly 'x-label'?: DocumentText;
  /** A property that Redocly defines. */
  readonly 'x-enumDescriptions'?: Meanings;
  readonly format?: 'date' | 'date-time' | 'uri' | 'binary' | 'int64';
  readonly enum?: readonly unknown[];
  readonly examples?: readonly unknown[] | undefined;
  readonly default?: unknown;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly maxProperties?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
}

export const text = (description?: DocumentText): Schema => ({ type: 'string', description });
export const integer = (description?: DocumentText): Schema => ({ type: 'integer', description });
/** An integer that may need more than 32 bits. */
export const long = (description?: DocumentText): Schema => ({ ...integer(description), format: 'int64' });
export const number = (description?: DocumentText): Schema => ({ type: 'number', description });
export const date = (description: DocumentText): Schema => ({ ...text(description), format: 'date' });
export const address = (description?: DocumentText): Schema => ({ ...text(description), format: 'uri' });
export const orNull = (schema: Schema, description: DocumentText): Schema => ({
  anyOf: [schema, { type: 'null' }],
  description,
});
export const list = (items: Schema, description?: DocumentText): Schema => ({
  type: 'array',
  items,
  description,
});
/** An object whose members are all required. */
export const object = (properties: Readonly<Record<string, Schema>>, title?: string): Schema => ({
  type: 'object',
  title,
  properties,
  required: Object.keys(properties),
});
export const enumerated = (meanings: Meanings, description: DocumentText): Schema => ({
  ...text(description),
  enum: Object.keys(meanings),
  'x-enumDescriptions': meanings,
});
export const yesOrNo = (description: DocumentText): Schema =>
  enumerated({ Y: { en: 'Yes', ko: '예' }, N: { en: 'No', ko: '아니요' } }, description);
/** A label that the shop chooses freely; `known` = the labels that most shops use. */
export const label = (schema: Schema, known: Meanings): Schema => ({
  ...schema,
  'x-enumDescriptions': known,
  examples: Object.keys(known),
});
