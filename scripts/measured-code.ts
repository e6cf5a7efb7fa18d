import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseSync, Visitor } from 'vite';

interface Span {
  readonly start: number;
  readonly end: number;
}

/** What is counted in one file. */
export interface Measured {
  readonly file: string;
  readonly lines: number;
  readonly commentLines: number;
  readonly functions: readonly { readonly line: number; readonly lines: number }[];
  /** Lines of casts; `as const` doesn't count. */
  readonly casts: readonly number[];
  /** `any`, `!` and suppressed warnings. */
  readonly escapes: number;
  readonly imports: readonly string[];
}

/** Counts the files that `pattern` finds below `root`, with every line of a file and of a function. */
export function measureCode(root: string, pattern: string): readonly Measured[] {
  return globSync(pattern, { cwd: root })
    .sort()
    .map((file) => measureFile(file, readFileSync(join(root, file), 'utf8')));
}

/** Counts one file by its text. */
export function measureFile(file: string, text: string): Measured {
  const { program, comments } = parseSync(file, text);
  const starts = [...text.matchAll(/^/gm)].map(({ index }) => index);
  const lineAt = (offset: number) => starts.findLastIndex((start) => start <= offset) + 1;
  const functions: Measured['functions'][number][] = [];
  const casts: number[] = [];
  let escapes = comments.filter(({ value }) =>
    /@ts-(?:ignore|expect-error|nocheck)|biome-ignore/.test(value),
  ).length;
  const addFunction = ({ start, end }: Span) => {
    const line = lineAt(start);
    functions.push({ line, lines: lineAt(end - 1) - line + 1 });
  };
  new Visitor({
    FunctionDeclaration: addFunction,
    FunctionExpression: addFunction,
    ArrowFunctionExpression: addFunction,
    TSAsExpression({ start, typeAnnotation }) {
      if (text.slice(typeAnnotation.start, typeAnnotation.end) !== 'const') casts.push(lineAt(start));
    },
    TSAnyKeyword: () => {
      escapes += 1;
    },
    TSNonNullExpression: () => {
      escapes += 1;
    },
  }).visit(program);
  const commentLines = new Set(
    comments.flatMap(({ start, end }) => {
      const first = lineAt(start);
      return Array.from({ length: lineAt(end - 1) - first + 1 }, (_, at) => first + at);
    }),
  );
  return {
    file,
    lines: starts.length - (text.endsWith('\n') ? 1 : 0),
    commentLines: commentLines.size,
    functions,
    casts,
    escapes,
    imports: [...text.matchAll(/^(?:import|export)\s[^'"]*?['"](\.[^'"]+)['"]/gms)].map((match) =>
      join(dirname(file), match[1] ?? ''),
    ),
  };
}
