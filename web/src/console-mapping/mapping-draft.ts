import type { MappingField } from '../../../src/portal/contract/console-mappings.ts';

/** What fills one field. Everything is as typed. */
export interface FieldChoice {
  /** Name of a column, or empty. */
  readonly column: string;
  /** A second column whose text is appended, or empty. */
  readonly second: string;
  /** The value where the column has none. */
  readonly fixed: string;
  readonly split: string;
  /** One replacement a line, `from = to`. */
  readonly values: string;
}

/** A mapping of columns as the form shows it. */
export interface MappingDraft {
  readonly kind: string;
  /** By the name of the field; those without an entry aren't mapped. */
  readonly choices: Readonly<Record<string, FieldChoice>>;
}

export const NO_CHOICE: FieldChoice = { column: '', second: '', fixed: '', split: '', values: '' };

/** The parts of a mapping's JSON that the form knows. The server has checked it. */
interface MappingJson {
  readonly kind?: string;
  readonly columns?: Readonly<Record<string, Target | readonly Target[]>>;
  readonly constants?: Readonly<Record<string, unknown>>;
  readonly subjects?: Readonly<Record<string, unknown>>;
}
type Target =
  | string
  | { readonly to: string; readonly split?: string; readonly values?: Record<string, string> };

/**
 * A mapping for the form, with the columns that the file doesn't have left out. Null when the form can't show it: three
 * columns in one field, subjects, or fields and values of other forms.
 */
export function draftOf(
  json: string,
  columns: readonly string[],
  fields: Readonly<Record<string, readonly MappingField[]>>,
): { readonly draft: MappingDraft; readonly missing: readonly string[] } | null {
  const mapping = parse(json);
  if (mapping === null || Object.keys(mapping.subjects ?? {}).length > 0) return null;
  const kind = mapping.kind ?? 'item';
  const known = fields[kind] ?? [];
  const choices: Record<string, FieldChoice> = {};
  const missing: string[] = [];
  for (const [name, written] of Object.entries(mapping.columns ?? {})) {
    if (!columns.includes(name)) {
      missing.push(name);
      continue;
    }
    for (const target of targetsOf(written)) {
      const { to, split = '', values = {} } = target;
      if (!known.some((field) => field.name === to)) return null;
      const before = choices[to];
      if (before === undefined) choices[to] = { ...NO_CHOICE, column: name, split, values: linesOf(values) };
      else if (before.second === '' && split === '' && linesOf(values) === '')
        choices[to] = { ...before, second: name };
      else return null;
    }
  }
  for (const [name, value] of Object.entries(mapping.constants ?? {})) {
    const fixed = typedOf(value);
    if (fixed === null || !known.some((field) => field.name === name)) return null;
    choices[name] = { ...(choices[name] ?? NO_CHOICE), fixed };
  }
  return { draft: { kind, choices }, missing };
}

/** The JSON of what the form shows. */
export function jsonOf({ kind, choices }: MappingDraft, fields: readonly MappingField[]): string {
  const columns: Record<string, Target[]> = {};
  const constants: Record<string, unknown> = {};
  // Texts of several columns are joined in the order of the columns: those that have an order to keep come first.
  const chosen = fields.flatMap((field) => {
    const choice = choices[field.name];
    return choice === undefined ? [] : [{ field, choice }];
  });
  const ordered = [...chosen].sort((a, b) => Number(b.choice.second !== '') - Number(a.choice.second !== ''));
  const add = (column: string, target: Target) => {
    if (column !== '') columns[column] = [...(columns[column] ?? []), target];
  };
  for (const { field, choice } of ordered) {
    add(choice.column, targetOf(field.name, choice));
    if (choice.column !== '') add(choice.second, field.name);
    const value = fixedOf(choice.fixed.trim(), field.type);
    if (value !== undefined) constants[field.name] = value;
  }
  return JSON.stringify({ kind, columns, constants });
}

function targetOf(to: string, { split, values }: FieldChoice): Target {
  const replacements = readLines(values);
  const parts = {
    ...(split === '' ? {} : { split }),
    ...(replacements.length === 0 ? {} : { values: Object.fromEntries(replacements) }),
  };
  return Object.keys(parts).length === 0 ? to : { to, ...parts };
}

/** Lines of `from = to`, without those that aren't. */
export function readLines(text: string): readonly (readonly [from: string, to: string])[] {
  return text.split('\n').flatMap((line) => {
    const at = line.lastIndexOf('=');
    const from = line.slice(0, at).trim();
    return at === -1 || from === '' ? [] : [[from, line.slice(at + 1).trim()] as const];
  });
}

export function linesOf(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([from, to]) => `${from} = ${to}`)
    .join('\n');
}

function fixedOf(typed: string, type: MappingField['type']): unknown {
  if (typed === '') return undefined;
  if (type === 'list')
    return typed
      .split(';')
      .map((part) => part.trim())
      .filter((part) => part !== '');
  if (type === 'number' && /^-?\d{1,15}(\.\d+)?$/.test(typed)) return Number(typed);
  if (type === 'flag' && (typed === 'true' || typed === 'false')) return typed === 'true';
  return typed;
}

function typedOf(value: unknown): string | null {
  if (Array.isArray(value)) return value.every((one) => typeof one === 'string') ? value.join('; ') : null;
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : null;
}

function targetsOf(written: Target | readonly Target[]): readonly Exclude<Target, string>[] {
  const targets: readonly Target[] = isList(written) ? written : [written];
  return targets.map((target) => (typeof target === 'string' ? { to: target } : target));
}

function isList(written: Target | readonly Target[]): written is readonly Target[] {
  return Array.isArray(written);
}

function parse(json: string): MappingJson | null {
  try {
    const value: MappingJson | null = JSON.parse(json);
    return typeof value === 'object' ? value : null;
  } catch {
    return null;
  }
}
