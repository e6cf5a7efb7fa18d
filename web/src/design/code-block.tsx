import { CopyButton } from './copy-button.tsx';
import { type JsonToken, tokeniseJsonLine } from './json-tokens.ts';
import { ScrollBox } from './scroll-box.tsx';

interface CodeBlockProps {
  /** What the block holds: a language, or "answer". Also the name of the box for screen readers. */
  readonly label: string;
  readonly code: string;
  /** Copied instead of what is shown, when that is shortened. */
  readonly copied?: string;
  /** On the button that copies. */
  readonly copyLabel?: string;
  /** Shown lines are at most about this many; the rest scrolls. */
  readonly tall?: boolean;
  /** Wraps long lines, so nothing important is cut off. */
  readonly wraps?: boolean;
  /** Lines to highlight. */
  readonly isMarked?: (line: string) => boolean;
}

export function CodeBlock({
  label,
  code,
  copied = code,
  copyLabel,
  tall = false,
  wraps = false,
  isMarked,
}: CodeBlockProps) {
  return (
    <figure className="min-w-0 overflow-hidden rounded-md border border-line bg-well">
      <figcaption className="flex items-center justify-between gap-3 border-b border-line py-1.5 pr-2 pl-4">
        <span className="truncate text-xs font-semibold text-soft">{label}</span>
        <CopyButton text={copied} label={copyLabel} />
      </figcaption>
      <ScrollBox label={label} className={tall ? 'max-h-[34rem] overflow-y-auto' : ''}>
        <pre
          className={`p-4 font-mono text-xs leading-relaxed break-normal ${wraps ? 'whitespace-pre-wrap wrap-anywhere' : 'whitespace-pre'}`}
        >
          <code>
            {looksLikeJson(code) && <JsonLines text={code} />}
            {!looksLikeJson(code) &&
              (isMarked === undefined ? code : <MarkedLines code={code} isMarked={isMarked} />)}
          </code>
        </pre>
      </ScrollBox>
    </figure>
  );
}

function JsonLines({ text }: { readonly text: string }) {
  return numbered(text.split('\n')).map(({ number, line }) => <JsonLine key={number} line={line} />);
}

function MarkedLines({ code, isMarked }: Required<Pick<CodeBlockProps, 'code' | 'isMarked'>>) {
  return numbered(code.split('\n')).map(({ number, line }) => (
    <span key={number}>
      <span
        className={
          isMarked(line) ? 'font-bold underline decoration-mark decoration-2 underline-offset-4' : ''
        }
      >
        {line}
      </span>
      {'\n'}
    </span>
  ));
}

function looksLikeJson(code: string): boolean {
  return code.startsWith('{');
}

const COLOURS: Readonly<Record<JsonToken['kind'], string>> = {
  name: 'text-link',
  text: 'text-good',
  number: 'text-warn',
  word: 'font-semibold text-ink',
  mark: 'text-soft',
};

/** One line of indented JSON in colours. */
function JsonLine({ line }: { readonly line: string }) {
  return (
    <>
      {numbered(tokeniseJsonLine(line)).map(({ number, line: token }) => (
        <span key={number} className={COLOURS[token.kind]}>
          {token.text}
        </span>
      ))}
      {'\n'}
    </>
  );
}

/** Lines and their parts never move: their numbers tell them apart. */
function numbered<Part>(parts: readonly Part[]): readonly { number: number; line: Part }[] {
  return parts.map((line, number) => ({ number, line }));
}
