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
import russian from './works/russian.json' with { type: 'json' };
import southernEurope from './works/southern-europe.json' with { type: 'json' };

/** A writer or composer who died in 1955 or before. */
export interface Person {
  readonly authorId: number;
  readonly key: string;
  readonly korean: string;
  readonly english: string;
  /** The name in its own script. */
  readonly original: string;
  /** `1569`, `~1343` (about), `BC70`, `~BC480`, or empty when unknown. */
  readonly born: string;
  readonly died: string;
  /** First published work, empty when not certain. */
  readonly debut: string;
  /** One Korean sentence. */
  readonly details: string;
}

/** A work in the public domain. */
export interface Work {
  readonly korean: string;
  readonly english: string;
  readonly original: string;
  /** Empty when the author is unknown. */
  readonly authors: readonly Person[];
  /** First publication, or completion for works older than print: a year as in `born`, or a Korean phrase. */
  readonly year: string;
  /** Language of the original, ISO 639. Older Korean works are often in literary Chinese (lzh). */
  readonly language: string;
  readonly isKorean: boolean;
  /** Second and third level of its category, such as 소설/한국소설. */
  readonly category: string;
  /** A few Korean sentences, or null. */
  readonly about: string | null;
  /** One part a line, where the division is the author's own or the established one; otherwise null. */
  readonly contents: string | null;
}

/** A piece of music. */
export interface Piece {
  readonly korean: string;
  readonly english: string;
  readonly composer: Person;
  /** Third level of its category, below 클래식. */
  readonly category: string;
}

/** Rows of a data file: true facts, one cell a column. `=` as the original name or title repeats the English one. */
type Table = readonly (readonly string[])[];

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

export const PEOPLE: readonly Person[] = [...REGIONS, music].flatMap(({ authors }, region) =>
  peopleOf(authors, 1 + region * REGION_SIZE),
);

const peopleByKey = new Map(PEOPLE.map((person) => [person.key, person]));

/** Every work, region by region, each region in the order of its file. */
export const WORKS: readonly Work[] = REGIONS.flatMap((region) => worksOf(region.works, region === korea));

/** Columns: Korean title | English title | key of the composer | category. */
export const PIECES: readonly Piece[] = music.pieces.map(
  ([korean = '', english = '', key = '', category = '']) => {
    return { korean, english, composer: personOf(key, korean), category };
  },
);

/** Columns: key | Korean name | English name | original name | born | died | debut | details. */
function peopleOf(table: Table, firstId: number): Person[] {
  return table.map((cells, place) => {
    const [key = '', korean = '', english = '', original = '', born = '', died = '', debut = ''] = cells;
    const ownName = original === '=' ? english : original;
    const details = cells[7] ?? '';
    return { authorId: firstId + place, key, korean, english, original: ownName, born, died, debut, details };
  });
}

/** Columns: Korean title | English title | original title | author keys | year | language | category | about, if known. */
function worksOf(table: Table, isKorean: boolean): Work[] {
  const contentsOf: Readonly<Record<string, string>> = contents;
  return table.map((cells) => {
    const [korean = '', english = '', original = '', by = '', year = '', language = '', category = ''] =
      cells;
    return {
      korean,
      english,
      original: original === '=' ? english : original,
      authors: by === '' ? [] : by.split(', ').map((key) => personOf(key, korean)),
      year,
      language,
      isKorean,
      category,
      about: cells[7] ?? null,
      contents: contentsOf[korean] ?? null,
    };
  });
}

function personOf(key: string, title: string): Person {
  const person = peopleByKey.get(key);
  if (person === undefined) throw new Error(`${title}: nobody has the key ${key}`);
  return person;
}
