export interface JsonToken {
  readonly kind: 'name' | 'text' | 'number' | 'word' | 'mark';
  readonly text: string;
}

const PARTS =
  /("(?:[^"\\]|\\.)*")(\s*:)?|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|(true|false|null)|([^"\d\-tfn]+|.)/g;

/** One line of indented JSON, cut into what is coloured alike. The tokens' texts joined give the line. */
export function tokeniseJsonLine(line: string): readonly JsonToken[] {
  const tokens: JsonToken[] = [];
  for (const [, quoted, colon, number, word, other] of line.matchAll(PARTS)) {
    if (quoted !== undefined) {
      tokens.push({ kind: colon === undefined ? 'text' : 'name', text: quoted });
      if (colon !== undefined) tokens.push({ kind: 'mark', text: colon });
    } else if (number !== undefined) tokens.push({ kind: 'number', text: number });
    else if (word !== undefined) tokens.push({ kind: 'word', text: word });
    else tokens.push({ kind: 'mark', text: other ?? '' });
  }
  return tokens;
}

/** Indented lines of a JSON text, or the text's own lines if it isn't JSON. */
export function indentJson(text: string): readonly string[] {
  try {
    return JSON.stringify(JSON.parse(text), null, 2).split('\n');
  } catch {
    return text.split('\n');
  }
}
