/** Rows of a data file: true facts about real people and works of the public domain, one cell a column. */
type Table = readonly (readonly string[])[];

/** A person in the data files of this folder. */
export interface CoreAuthor {
  /** Number of the author record. */
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

/** A public-domain work in the data files of this folder. */
export interface CoreWork {
  readonly korean: string;
  readonly english: string;
  readonly original: string;
  /** Empty when the author is unknown. */
  readonly authors: readonly CoreAuthor[];
  /** First publication, or completion for works older than print: a year as in `born`, or a Korean phrase. */
  readonly year: string;
  /** Language of the original, ISO 639. Older Korean works are often in literary Chinese (lzh). */
  readonly language: string;
  readonly isKorean: boolean;
  /** A key of `GENRES`. */
  readonly genre: string;
  /** A few Korean sentences, or null. */
  readonly about: string | null;
  /** One part a line, where the division is the author's own or the established one; otherwise null. */
  readonly contents: string | null;
}

/**
 * Reads authors, a row each: key | Korean name | English name | original name | born | died | debut | details. `=` as the
 * original name repeats the English one. Numbers are assigned from `firstId` on, in the table's order.
 */
export function parseAuthors(table: Table, firstId: number): CoreAuthor[] {
  return table.map((cells, position) => {
    const [
      key = '',
      korean = '',
      english = '',
      original = '',
      born = '',
      died = '',
      debut = '',
      details = '',
    ] = cells;
    const ownName = original === '=' ? english : original;
    const authorId = firstId + position;
    return { authorId, key, korean, english, original: ownName, born, died, debut, details };
  });
}

/**
 * Reads works, a row each: Korean title | English title | original title | author keys | year | language | genre |
 * description, the last of which is optional. `=` as the original title repeats the English one.
 */
export function parseWorks(
  table: Table,
  authors: ReadonlyMap<string, CoreAuthor>,
  contents: Readonly<Record<string, string>>,
  isKorean: boolean,
): CoreWork[] {
  return table.map((cells) => {
    const [korean = '', english = '', original = '', by = '', year = '', language = '', genre = '', about] =
      cells;
    return {
      korean,
      english,
      original: original === '=' ? english : original,
      authors: by === '' ? [] : by.split(', ').map((key) => authorOf(key, authors, korean)),
      year,
      language,
      isKorean,
      genre,
      about: about ?? null,
      contents: contents[korean] ?? null,
    };
  });
}

function authorOf(key: string, authors: ReadonlyMap<string, CoreAuthor>, title: string): CoreAuthor {
  const author = authors.get(key);
  if (author === undefined) throw new Error(`${title}: no author has the key ${key}`);
  return author;
}
