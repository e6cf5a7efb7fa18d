/** A mapping that operators kept for the next file of its kind. */
export interface KeptMapping {
  readonly name: string;
  /** JSON as in docs/feeds.md#mappings. It was checked when it was kept. */
  readonly mapping: string;
  readonly keptAtMs: number;
}

/** Mappings by name, for every way in which files arrive (docs/feeds.md#mappings). */
export interface FeedMappings {
  /** The one that was kept last comes first. */
  list(): Promise<readonly KeptMapping[]>;
  /** The JSON of a mapping, or null. */
  find(name: string): Promise<string | null>;
  /** Keeps a mapping in place of one of the same name. The caller has checked name and mapping. */
  keep(name: string, mapping: string): Promise<void>;
  /** False when there is none of this name. */
  remove(name: string): Promise<boolean>;
}

/** Names go into addresses and lists. */
export const MAPPING_NAME = /^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,99}$/u;

/** Characters of a mapping: room for some ten thousand codes. */
export const MAPPING_CHARS_MAX = 1024 * 1024;
