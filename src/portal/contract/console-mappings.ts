import type { TextEncoding } from '../../ingest/text/encoding-names.ts';

/** The usual characters between cells. */
export const USUAL_DELIMITERS = [',', ';', '\t', '|'] as const;

/** The beginning of a file that waits for its mapping. */
export type PreviewView =
  | {
      readonly kind: 'table';
      /** The first rows; the header is among them. */
      readonly rows: readonly (readonly string[])[];
      /** The row that looks most like a header, counted from 0. */
      readonly headerAt: number;
      /** By column, the different values below that row; none of a column that has many. */
      readonly values: readonly (readonly string[])[];
      /** How the bytes were read, recognised or chosen; both null for a workbook. */
      readonly encoding: TextEncoding | null;
      /** One character. */
      readonly delimiter: string | null;
    }
  | {
      readonly kind: 'onix';
      /** The first products, with their subjects as scheme:code. */
      readonly products: readonly { readonly title: string; readonly subjects: readonly string[] }[];
      /** Subject codes of the first products, the most frequent first. */
      readonly subjects: readonly {
        readonly scheme: string;
        readonly code: string;
        readonly products: number;
      }[];
    };

/** What goes with the stage `mapping`. */
export interface MappingStage {
  readonly preview: PreviewView;
  /** What was wrong with the last mapping, in the language of the request, or null. */
  readonly fault: string | null;
  /** Names of kept mappings, the one that was kept last first. */
  readonly kept: readonly string[];
  /** Where to begin: the newest kept mapping that fits the file, else a guess by the names of the columns. */
  readonly suggested: NamedMapping;
  /** The fields that columns can fill, by kind of record. */
  readonly fields: Readonly<Record<string, readonly MappingField[]>>;
}

/** A mapping as JSON (docs/rules/feeds.md#mappings); `name` is empty unless it is kept. */
export interface NamedMapping {
  readonly name: string;
  readonly mapping: string;
}

export interface MappingField {
  readonly name: string;
  /** How a fixed value is written: a text, a number, true or false, or several texts. */
  readonly type: 'text' | 'number' | 'flag' | 'list';
  /** Shown before anybody asks for more fields. */
  readonly isBasic: boolean;
  /** Every record needs it. */
  readonly isRequired: boolean;
}

/** Forgets a mapping. Answers KeptMappings, or NOT_FOUND. */
export interface KeptMappings {
  readonly kept: readonly string[];
}
