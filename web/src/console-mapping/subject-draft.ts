import { linesOf, readLines } from './mapping-draft.ts';

/** A mapping of subject codes as the form shows it. */
export interface SubjectDraft {
  /** One code a line, `scheme:code = category`. */
  readonly lines: string;
  /** Categories where no code fits, with semicolons between them. */
  readonly fallback: string;
  /** Other constants of the mapping, which stay as they are. */
  readonly others: Readonly<Record<string, unknown>>;
}

interface SubjectJson {
  readonly subjects?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly constants?: Readonly<Record<string, unknown>>;
}

export function subjectDraftOf(json: string): SubjectDraft {
  const { subjects = {}, constants = {} }: SubjectJson = JSON.parse(json);
  const { categoryIds, ...others } = constants;
  const lines = Object.entries(subjects).flatMap(([scheme, codes]) =>
    Object.entries(codes).map(([code, category]) => [`${scheme}:${code}`, category] as const),
  );
  return {
    lines: linesOf(Object.fromEntries(lines)),
    fallback: Array.isArray(categoryIds) ? categoryIds.join('; ') : '',
    others,
  };
}

export function subjectJsonOf({ lines, fallback, others }: SubjectDraft): string {
  const subjects: Record<string, Record<string, string>> = {};
  for (const [name, category] of readLines(lines)) {
    const at = name.indexOf(':');
    const scheme = name.slice(0, at).trim();
    if (at > 0 && category !== '')
      subjects[scheme] = { ...subjects[scheme], [name.slice(at + 1).trim()]: category };
  }
  const categoryIds = fallback
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const constants = categoryIds.length === 0 ? others : { ...others, categoryIds };
  return JSON.stringify({ kind: 'item', subjects, constants });
}
