import type {
  Static,
  TBoolean,
  TEnum,
  TInteger,
  TNull,
  TNumber,
  TObject,
  TOptional,
  TProperties,
  TRequiredArray,
  TSchema,
  TString,
  TUnion,
  TUnsafe,
} from 'typebox';

/**
 * Schemas of what the portal's requests take. They are TypeBox schemas, so that server and pages infer their types from
 * them, but made without the library: pages read the bounds of their forms from them and needn't fetch it.
 */

/** How a text is read: one trimmed line, trimmed lines, an address in small letters, or exactly as typed. */
export type TextForm = 'line' | 'paragraph' | 'email' | 'typed';

/** A text and its length in characters. */
export interface TextField extends TString {
  readonly form: TextForm;
  readonly minLength: number;
  readonly maxLength: number;
}

/** A number within bounds. */
export interface NumberField extends TNumber {
  readonly minimum: number;
  readonly maximum: number;
}

/** A whole number within bounds. */
export interface IntegerField extends TInteger {
  readonly minimum: number;
  readonly maximum: number;
}

/** A map of names to texts, such as the parameters of a call. */
export interface TextsField extends TUnsafe<Readonly<Record<string, string>>> {
  readonly type: 'object';
  readonly maxProperties: number;
  readonly propertyNames: { readonly maxLength: number };
  readonly additionalProperties: { readonly type: 'string'; readonly maxLength: number };
}

/** A field with a default; only in queries. */
export type WithDefault<Field extends TSchema> = Field & { readonly default: Static<Field> };

export function line(minLength: number, maxLength: number): TextField {
  return text('line', minLength, maxLength);
}

export function paragraph(minLength: number, maxLength: number): TextField {
  return text('paragraph', minLength, maxLength);
}

export function typed(minLength: number, maxLength: number): TextField {
  return text('typed', minLength, maxLength);
}

/** Plain addresses only: quoted names and comments, which the standard also allows, are used only by attackers. */
export const EMAIL = '^[^\\s@<>()[\\]\\\\,;:"]{1,64}@[^\\s@<>()[\\]\\\\,;:"]{1,190}$';

export function email(): TextField & { readonly pattern: string } {
  return { ...text('email', 3, 254), pattern: EMAIL };
}

export function integer(minimum: number, maximum: number): IntegerField {
  return { '~kind': 'Integer', type: 'integer', minimum, maximum };
}

/** The number of a record. */
export function id(): IntegerField {
  return integer(1, Number.MAX_SAFE_INTEGER);
}

/** May have a fraction. */
export function number(minimum: number, maximum: number): NumberField {
  return { '~kind': 'Number', type: 'number', minimum, maximum };
}

export function flag(): TBoolean {
  return { '~kind': 'Boolean', type: 'boolean' };
}

/** One of a few words. */
export function word<Word extends string>(words: readonly Word[]): TEnum<Word[]> {
  return { '~kind': 'Enum', enum: [...words] };
}

export function texts(maxProperties: number, maxLength: number): TextsField {
  return {
    '~unsafe': {},
    type: 'object',
    maxProperties,
    propertyNames: { maxLength: 100 },
    additionalProperties: { type: 'string', maxLength },
  };
}

export function nullable<Field extends TSchema>(field: Field): TUnion<[Field, TNull]> {
  return { '~kind': 'Union', anyOf: [field, { '~kind': 'Null', type: 'null' }] };
}

export function optional<Field extends TSchema>(field: Field): TOptional<Field> {
  return { ...field, '~optional': true };
}

export function or<Field extends TSchema>(field: Field, value: Static<Field>): WithDefault<Field> {
  return { ...field, default: value };
}

/** An object of exactly these fields. */
export function fields<Fields extends TProperties>(properties: Fields): TObject<Fields> {
  const required = Object.keys(properties).filter((name) => !('~optional' in (properties[name] ?? {})));
  return {
    '~kind': 'Object',
    type: 'object',
    properties,
    required: required as TRequiredArray<Fields>,
    ...{ additionalProperties: false },
  };
}

function text(form: TextForm, minLength: number, maxLength: number): TextField {
  return { '~kind': 'String', type: 'string', form, minLength, maxLength };
}
