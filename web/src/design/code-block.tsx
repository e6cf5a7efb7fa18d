import { CopyButton } from './copy-button.tsx';
import { JsonLine, numbered } from './json-line.tsx';
import { ScrollBox } from './scroll-box.tsx';

interface CodeBlockProps {
  /** What the block holds: a language, or "answer". Also the name of the box for screen readers. */
  readonly label: string;
  readonly code: string;
  /** Copied instead of what is shown, when that is shortened. */
  readonly copied?: string;
  /** Shown lines are at most about this many; the rest scrolls. */
  readonly tall?: boolean;
  /** Long lines are broken where they end, so that nothing decisive is out of sight. */
  readonly wraps?: boolean;
  /** Lines that the reader shall notice. */
  readonly isMarked?: (line: string) => boolean;
}

export function CodeBlock({
  label,
  code,
  copied = code,
  tall = false,
  wraps = false,
  isMarked,
}: CodeBlockProps) {
  return (
    <figure className="min-w-0 overflow-hidden rounded-md border border-line bg-well">
      <figcaption className="flex items-center justify-between gap-3 border-b border-line py-1.5 pr-2 pl-4">
        <span className="truncate text-xs font-semibold text-soft">{label}</span>
        <CopyButton text={copied} />
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
