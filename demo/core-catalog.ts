import antiquity from './works/antiquity.json' with { type: 'json' };
import contents from './works/contents.json' with { type: 'json' };
import eastAsia from './works/east-asia.json' with { type: 'json' };
import english from './works/english.json' with { type: 'json' };
import french from './works/french.json' with { type: 'json' };
import german from './works/german.json' with { type: 'json' };
import korea from './works/korea.json' with { type: 'json' };
import middleEastIndia from './works/middle-east-india.json' with { type: 'json' };
import music from './works/music.json' with { type: 'json' };
import northernEurope from './works/northern-europe.json' with { type: 'json' };
import type { CoreAuthor, CoreWork } from './works/parse-table.ts';
import { parseAuthors, parseWorks } from './works/parse-table.ts';
import russian from './works/russian.json' with { type: 'json' };
import southernEurope from './works/southern-europe.json' with { type: 'json' };

/** A piece of music of the demo's classical albums. */
export interface CorePiece {
  readonly korean: string;
  readonly english: string;
  readonly composer: CoreAuthor;
  /** Name of the third-level category under 음반 > 클래식. */
  readonly category: string;
}

/** Each region's author numbers begin at its own hundred, so that a longer list moves no other region's. */
const REGION_SIZE = 200;

const REGIONS = [
  korea,
  eastAsia,
  antiquity,
  english,
  french,
  german,
  russian,
  southernEurope,
  northernEurope,
  middleEastIndia,
];

/** Every real person of the demo: writers and composers who died in 1955 or before. */
export const CORE_AUTHORS: readonly CoreAuthor[] = [...REGIONS, music].flatMap(({ authors }, region) =>
  parseAuthors(authors, 1 + region * REGION_SIZE),
);

const authorsByKey = new Map(CORE_AUTHORS.map((author) => [author.key, author]));

/** Every real work of the demo, region by region, each region in the order of its file. */
export const CORE_WORKS: readonly CoreWork[] = REGIONS.flatMap((region) =>
  parseWorks(region.works, authorsByKey, contents, region === korea),
);

/**
 * Every piece of music of the demo's classical albums; its columns: Korean title | English title | key of the composer |
 * category. Performers are invented.
 */
export const CORE_PIECES: readonly CorePiece[] = music.pieces.map((cells) => {
  const [korean = '', english = '', key = '', category = ''] = cells;
  const composer = authorsByKey.get(key);
  if (composer === undefined) throw new Error(`${korean}: no composer has the key ${key}`);
  return { korean, english, composer, category };
});
