import { indexTokens, queryTerms } from '../../src/search/tokenise.ts';

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
