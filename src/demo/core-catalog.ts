import { ANTIQUITY_AUTHORS, ANTIQUITY_WORKS } from './works/antiquity.ts';
import { CONTENTS } from './works/contents.ts';
import { EAST_ASIAN_AUTHORS, EAST_ASIAN_WORKS } from './works/east-asia.ts';
import { ENGLISH_AUTHORS, ENGLISH_WORKS } from './works/english.ts';
import { FRENCH_AUTHORS, FRENCH_WORKS } from './works/french.ts';
import { GERMAN_AUTHORS, GERMAN_WORKS } from './works/german.ts';
import { KOREAN_AUTHORS, KOREAN_WORKS } from './works/korea.ts';
import { MIDDLE_EASTERN_INDIAN_AUTHORS, MIDDLE_EASTERN_INDIAN_WORKS } from './works/middle-east-india.ts';
import { COMPOSERS, PIECES } from './works/music.ts';
import { NORTHERN_EUROPEAN_AUTHORS, NORTHERN_EUROPEAN_WORKS } from './works/northern-europe.ts';
import type { CoreAuthor, CoreWork } from './works/parse-table.ts';
import { parseAuthors, parseWorks, rows } from './works/parse-table.ts';
import { RUSSIAN_AUTHORS, RUSSIAN_WORKS } from './works/russian.ts';
import { SOUTHERN_EUROPEAN_AUTHORS, SOUTHERN_EUROPEAN_WORKS } from './works/southern-europe.ts';

/** A piece of music of the demo's classical albums. */
export interface CorePiece {
  readonly korean: string;
  readonly english: string;
  readonly composer: CoreAuthor;
  /** Name of the third-level category under 음반 > 클래식. */
  readonly category: string;
}

/** Each region's author numbers begin at its own hundred, so that a longer table moves no other region's. */
const REGION_SIZE = 200;

const AUTHOR_TABLES: readonly string[] = [
  KOREAN_AUTHORS,
  EAST_ASIAN_AUTHORS,
  ANTIQUITY_AUTHORS,
  ENGLISH_AUTHORS,
  FRENCH_AUTHORS,
  GERMAN_AUTHORS,
  RUSSIAN_AUTHORS,
  SOUTHERN_EUROPEAN_AUTHORS,
  NORTHERN_EUROPEAN_AUTHORS,
  MIDDLE_EASTERN_INDIAN_AUTHORS,
  COMPOSERS,
];

const WORK_TABLES: readonly string[] = [
  KOREAN_WORKS,
  EAST_ASIAN_WORKS,
  ANTIQUITY_WORKS,
  ENGLISH_WORKS,
  FRENCH_WORKS,
  GERMAN_WORKS,
  RUSSIAN_WORKS,
  SOUTHERN_EUROPEAN_WORKS,
  NORTHERN_EUROPEAN_WORKS,
  MIDDLE_EASTERN_INDIAN_WORKS,
];

/** Every real person of the demo: writers and composers who died in 1955 or before. */
export const CORE_AUTHORS: readonly CoreAuthor[] = AUTHOR_TABLES.flatMap((table, region) =>
  parseAuthors(table, 1 + region * REGION_SIZE),
);

const authorsByKey = new Map(CORE_AUTHORS.map((author) => [author.key, author]));

/** Every real work of the demo, region by region, each region in the order of its table. */
export const CORE_WORKS: readonly CoreWork[] = WORK_TABLES.flatMap((table) =>
  parseWorks(table, authorsByKey, CONTENTS, table === KOREAN_WORKS),
);

/** Every piece of music of the demo's classical albums. */
export const CORE_PIECES: readonly CorePiece[] = rows(PIECES, 4).map((cells) => {
  const [korean = '', english = '', key = '', category = ''] = cells;
  const composer = authorsByKey.get(key);
  if (composer === undefined) throw new Error(`${korean}: no composer has the key ${key}`);
  return { korean, english, composer, category };
});
