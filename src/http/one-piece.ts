/**
 * The same text in a piece of memory of its own, in Latin-1. A joined text is a tree of its parts, and writing it goes through all of
 * them each time; a part of a longer text keeps all of that in memory. For texts that are kept.
 */
export function inOnePiece(text: string): string {
  return Buffer.from(text, 'latin1').toString('latin1');
}
