import { type JsonToken, tokeniseJsonLine } from './json-tokens.ts';

const COLOURS: Readonly<Record<JsonToken['kind'], string>> = {
  name: 'text-link',
  text: 'text-good',
  number: 'text-warn',
  word: 'font-semibold text-ink',
  mark: 'text-soft',
};

/** One line of indented JSON in colours. */
export function JsonLine({ line }: { readonly line: string }) {
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
export function numbered<Part>(parts: readonly Part[]): readonly { number: number; line: Part }[] {
  return parts.map((line, number) => ({ number, line }));
}
