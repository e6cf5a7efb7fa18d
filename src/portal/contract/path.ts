import type { Static, TObject, TProperties, TSchema } from 'typebox';
import { fields } from './fields.ts';

/**
 * A request under /portal/api. A GET takes its fields from the query, a POST from a JSON body, and one with a piece of a
 * file from the query, too.
 */
export interface PortalPath<Fields extends TProperties, Answer> {
  readonly takes: TObject<Fields>;
  readonly hasPiece: boolean;
  /** Never set: it carries the type. */
  readonly answer?: Answer;
}

/** A path by its answer, `{}` by default; Uint8Array for a file. */
export function answers<Answer = object>() {
  const path = <Fields extends TProperties>(
    properties: Fields,
    hasPiece: boolean,
  ): PortalPath<Fields, Answer> => ({ takes: fields(properties), hasPiece });
  return {
    /** With these fields, and no others. */
    taking: <Fields extends TProperties>(properties: Fields) => path(properties, false),
    /** With a piece of a file as its body (application/octet-stream). */
    takingPiece: <Fields extends TProperties>(properties: Fields) => path(properties, true),
  };
}

type PathOf = PortalPath<TProperties, unknown>;

/** What the server reads of a path's fields. */
export type InputOf<Path extends PathOf> = Static<Path['takes']>;

/** What it answers. */
export type AnswerOf<Path extends PathOf> = NonNullable<Path['answer']>;

/** The parameters of a query as pages write them: those with a default may be left out. */
export type QueryOf<Path extends PathOf> = {
  readonly [Name in LeftOut<Path['takes']['properties']>]?: string | number | undefined;
} & {
  readonly [Name in Exclude<keyof Path['takes']['properties'], LeftOut<Path['takes']['properties']>>]:
    | string
    | number;
};

type LeftOut<Fields extends TProperties> = {
  [Name in keyof Fields]: Fields[Name] extends TSchema & ({ '~optional': true } | { default: unknown })
    ? Name
    : never;
}[keyof Fields];
