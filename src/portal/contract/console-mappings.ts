import type { FeedPreview } from '../../ingest/feed-preview.ts';

/** The usual characters between cells. */
export const USUAL_DELIMITERS = [',', ';', '\t', '|'] as const;

/** The beginning of a file that waits for its mapping. */
export type PreviewView = Exclude<FeedPreview, { kind: 'own' }>;

/** What goes with the stage `mapping`. */
export interface MappingStage {
  readonly preview: PreviewView;
  /** What was wrong with the last mapping, in the language of the request, or null. */
  readonly fault: string | null;
  /** Names of kept mappings, the one that was kept last first. */
  readonly kept: readonly string[];
  /** The mapping to start with: the newest kept one that fits the file, or a guess from the column names. */
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
