import { readFileSync } from 'node:fs';

/** A table, and what is known of how it is read. */
export interface Case {
  readonly what: string;
  readonly csv: string;
  readonly record: readonly object[];
  /** By column, the fields that it fills, as the report names them. */
  readonly taken?: Readonly<Record<string, string>>;
  /** What the refusal says of a file that nobody may guess the meaning of. */
  readonly refused?: string;
  readonly mapping?: object;
  /** The numbers of the rows that are records, as a spreadsheet shows them. */
  readonly lines?: readonly number[];
  readonly warnings?: readonly string[];
}

/** The cases of a file beside this one: `=== what it is`, its rows, then what is known as `--- part JSON`; each record is a part. */
export function casesIn(name: string): readonly Case[] {
  const texts = readFileSync(new URL(name, import.meta.url), 'utf8').split(/^=== /m);
  return texts.slice(1).map((text) => {
    const [what = '', ...lines] = text.trimEnd().split('\n');
    const known = lines.flatMap((line) => {
      const [, part = '', json = ''] = /^--- (\w+) (.*)$/.exec(line) ?? [];
      return part === '' ? [] : [{ part, value: JSON.parse(json) }];
    });
    const record = known.filter(({ part }) => part === 'record').map(({ value }) => value);
    const csv = lines.filter((line) => !line.startsWith('--- ')).map((row) => `${row}\n`);
    const others = Object.fromEntries(known.map(({ part, value }) => [part, value]));
    return { what, ...others, csv: csv.join(''), record };
  });
}
