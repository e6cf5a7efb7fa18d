import { readFileSync } from 'node:fs';
import { ALL_LISTS } from './feed-lists.ts';

// What the tables of docs/api.md say of parameters, and the values that are refused wherever they say so.

/** A parameter, what it takes and what it refuses. */
export interface Parameter {
  readonly name: string;
  /** Of a wrong value, and of one that is sent twice. */
  readonly code: string;
  /** A value that every endpoint with the parameter takes. */
  readonly right: string | number;
  /** Refused values. Absent means refused, too, where the parameter is required. */
  readonly wrong: readonly string[];
  /** What the message of a refused value says beside the value itself. */
  readonly says: readonly string[];
  readonly isRequired: boolean;
  readonly fallback: string | number | undefined;
  /** All values, where they are few. */
  readonly allowed?: readonly (string | number)[];
}

const PAGE = readFileSync(new URL('../../docs/api.md', import.meta.url), 'utf8');

/** The rows of the table in a section of the page, cell by cell. */
function rowsOf(heading: string): string[][] {
  const [, section = ''] = PAGE.split(`\n## ${heading}\n`);
  const rows = section
    .split('\n## ', 1)
    .join()
    .matchAll(/^\| (`.*) \|$/gm);
  return [...rows].map(([, cells = '']) => cells.split(' | '));
}

/** The texts in a cell that are set as code. */
const codesIn = (cell = '') => [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);

const ENDPOINT_ROWS = [
  ...rowsOf('Endpoints'),
  ...rowsOf('Endpoints of our own'),
  ...rowsOf('Export endpoints'),
];

const PARAMETER_ROWS = rowsOf('Parameters').map(([names = '', values, standard, error]) => {
  const [own, endpoints] = names.split(' of ');
  return { names: codesIn(own), endpoints: codesIn(endpoints), values, standard, error };
});

/** The parameters of the endpoint at a path, in the order in which they are checked. */
export function parametersOf(path: string): readonly Parameter[] {
  const [, names = ''] = ENDPOINT_ROWS.find(([paths]) => codesIn(paths).includes(path)) ?? [];
  if (names === '') throw new Error(`docs/api.md has no row of ${path}`);
  return names === 'none' ? [] : names.split(', ').map((name) => parameterOf(name, path));
}

function parameterOf(name: string, path: string): Parameter {
  const rows = PARAMETER_ROWS.filter(({ names }) => names.includes(name));
  const row =
    rows.find(({ endpoints }) => endpoints.some((one) => path.split('/').includes(one))) ??
    rows.find(({ endpoints }) => endpoints.length === 0);
  if (row === undefined) throw new Error(`docs/api.md#parameters lacks ${name} of ${path}`);
  const { values = '', standard = '', error } = row;
  const [fallback] = listIn(standard);
  const kind = kindOf(name, values);
  return {
    name,
    ...kind,
    right: fallback ?? kind.right,
    fallback,
    isRequired: standard === 'required',
    code: codesIn(error).join(),
  };
}

/** The values that a cell lists; none where it describes them. */
function listIn(cell: string): readonly (string | number)[] {
  const values = cell.replace(/ \([^)]*\)/g, '').split(', ');
  const isList = values.every((value) => /^(?:`[^`]+`|\d+)$/.test(value));
  return isList ? values.map((value) => codesIn(value)[0] ?? Number(value)) : [];
}

type Kind = Pick<Parameter, 'right' | 'wrong' | 'says' | 'allowed'>;

function kindOf(name: string, values: string): Kind {
  const allowed = listIn(values);
  if (allowed.length > 0) return { allowed, ...choice(name, allowed) };
  const [, min = '', max = '', isText] = /^([\d,]+) to ([\d,]+)( characters)?$/.exec(values) ?? [];
  if (min !== '') return isText === undefined ? integer(name, number(min), number(max)) : term(name, max);
  const kind = DESCRIBED[values];
  if (kind === undefined) throw new Error(`${name}: no values are known that break the rule "${values}"`);
  return { ...kind, says: [name, ...kind.says] };
}

const number = (text: string) => Number(text.replaceAll(',', ''));

/** Values are spelled exactly. */
function choice(name: string, allowed: readonly (string | number)[]) {
  const words = allowed.map(String);
  const [first = ''] = words;
  const near = words.flatMap((word) => [word.toLowerCase(), word.toUpperCase()]);
  const wrong = ['', 'x', '0', '-1', words.join(), first + first, ` ${first}`, `${first} `, `+${first}`];
  const unlike = [...wrong, `0${first}`, `${first}.0`, ...near].filter((value) => !words.includes(value));
  return { right: allowed[0] ?? '', wrong: [...new Set(unlike)], says: [name, ...words] };
}

/** What no whole number is, besides being out of range. */
const NO_INTEGERS = ['', '1e2', '0x10', ' 5', '5 ', '+5', '-1', '1.0', '1,0', '５', 'ten'];
const HUGE = ['4294967297', '99999999999999999999'];

function integer(name: string, min: number, max: number): Kind {
  const outside = [String(min - 1), String(max + 1), ...HUGE].filter((value) => value !== '-1');
  return { right: min, wrong: [...outside, ...NO_INTEGERS], says: [name, `${min} to ${max}`] };
}

function term(name: string, max: string): Kind {
  const tooLong = Number(max) + 1;
  return {
    right: '서가문고',
    wrong: ['', '  ', '가'.repeat(tooLong), '𠀀'.repeat(tooLong)],
    says: [name, max],
  };
}

const ISBN13 = '9788936434595';

/** What breaks the rules that describe their values in words. */
const DESCRIBED: Readonly<Record<string, Kind>> = {
  'the id of a category': { right: ALL_LISTS, wrong: ['', '  '], says: [] },
  'an existing day, yyyy-MM-dd': {
    right: '2026-01-01',
    wrong: ['', '2026', '2026-11', '20261121', '2026-1-5', '2026/11/21', '21-11-2026', ' 2026-11-21']
      .concat([
        '2026-11-21T00:00:00',
        '２０２６-11-21',
        '2026-02-30',
        '2026-13-01',
        '2026-00-10',
        '2026-01-00',
      ])
      .concat(['2025-02-29', '1900-02-29']),
    says: ['yyyy-MM-dd'],
  },
  'a [product number](#product-numbers)': {
    right: ISBN13,
    wrong: [
      '',
      '978893643459',
      '97889364345950',
      '97889364345９5',
      'abcdefghijklm',
      `${ISBN13},1`,
      '0',
      '-1',
    ],
    says: ['13'],
  },
  'up to 100 [product numbers](#product-numbers), separated by commas': {
    right: ISBN13,
    wrong: ['', ',', `${ISBN13},`, `${ISBN13},x`, Array(101).fill(ISBN13).join(',')],
    says: [],
  },
};
