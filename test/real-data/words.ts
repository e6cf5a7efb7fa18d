/**
 * The runs of letters and digits in a text, sorted: equal for two texts when one says the same as the other with
 * other punctuation and in another order.
 */
export function sortedWords(text: string): string[] {
  return (text.normalize('NFC').match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).sort();
}
