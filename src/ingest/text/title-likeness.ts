/** A title at least this similar (shared letter pairs) to the previous title counts as its correction. */
const LIKE_FROM = 0.4;

/** What separates a title from its subtitle, its edition or its series. */
const PART_END = /\s*(?:[([{:;/|~<「『【〈《]|\s[-–—=]\s)/u;

/** Whether the new title names another work, not another subtitle, edition or spelling (docs/feeds.md#brakes). */
export function isUnlikeTitle(before: string, after: string): boolean {
  const [one, other] = [lettersOf(before), lettersOf(after)];
  // Titles without letters, such as question marks, are damaged.
  if (one === '' || other === '') return one !== '';
  if (one.includes(other) || other.includes(one)) return false;
  if (lettersOf(mainPart(before)) === lettersOf(mainPart(after))) return false;
  return similarity(one, other) < LIKE_FROM;
}

function mainPart(title: string): string {
  const main = title.split(PART_END, 1)[0] ?? '';
  return main === '' ? title : main;
}

/** Letters and digits only, without accents, width and case. */
function lettersOf(title: string): string {
  return title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
    .normalize('NFC');
}

/** The Sørensen-Dice coefficient of the pairs of neighbouring letters; 0 for texts of one letter. */
export function similarity(one: string, other: string): number {
  const counts = new Map<string, number>();
  for (const pair of pairsOf(one)) counts.set(pair, (counts.get(pair) ?? 0) + 1);
  let shared = 0;
  for (const pair of pairsOf(other)) {
    const left = counts.get(pair) ?? 0;
    if (left > 0) shared++;
    counts.set(pair, left - 1);
  }
  return (2 * shared) / (one.length + other.length - 2 || 1);
}

function pairsOf(text: string): string[] {
  return Array.from({ length: Math.max(0, text.length - 1) }, (_, at) => text.slice(at, at + 2));
}
