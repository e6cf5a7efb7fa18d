/**
 * The same Latin-1 text in memory of its own, for texts that are kept. A joined text is a tree of its parts, and writing it
 * goes through all of them each time; a part of a longer text keeps all of that text in memory.
 */
export function flatText(text: string): string {
  return Buffer.from(text, 'latin1').toString('latin1');
}
