import { indexTokens, queryTerms } from '../../src/search/tokenise.ts';
import { fc } from '../support/properties.ts';

/** Whether the tokens of a text answer a query, by the rule that queryTerms documents. */
export function finds(query: string, text: string): boolean {
  const tokens = indexTokens(text);
  const words = queryTerms(query);
  return (
    words.length > 0 &&
    words.every((alternatives) =>
      alternatives.some((terms) =>
        terms.every(({ token, isPrefix }) =>
          tokens.some((one) => (isPrefix ? one.startsWith(token) : one === token)),
        ),
      ),
    )
  );
}

/** Anything that a feed or an attacker may send, half surrogate pairs included. */
export const anyTexts = [
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc
    .array(fc.integer({ min: 0, max: 0xff_ff }), { maxLength: 40 })
    .map((codes) => String.fromCharCode(...codes)),
];
