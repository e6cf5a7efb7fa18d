/** The highest volume that is kept, in tenths. */
const VOLUME_MAX = 9999;

/** The volume number in a title, in tenths so that volume 2.5 fits between 2 and 3; 0 for none. */
export function volumeOf(title: string): number {
  const text = title.normalize('NFKC');
  for (const pattern of PATTERNS) {
    const number = Number(pattern.exec(text)?.[1]);
    if (number > 0) return Math.min(Math.round(number * 10), VOLUME_MAX);
  }
  return 0;
}

/** The series that a title names in brackets with its volume, at most one: Catching Fire (The Hunger Games, #2). */
export function seriesInTitle(title: string): string[] {
  const [, series] = /\(([^()]+?),?\s*#\d/u.exec(title) ?? [];
  return series === undefined ? [] : [series];
}

const NUMBER = String.raw`(\d{1,3}(?:\.\d)?)`;

/** Most reliable first. Years and a number at the start of a title aren't volumes. */
const PATTERNS = [
  new RegExp(String.raw`#\s*${NUMBER}(?![\d-])`, 'u'),
  new RegExp(String.raw`(?:제\s*|\s|(?<=\p{L}))${NUMBER}\s*(?:권|부|편|집|卷|巻)(?!\p{L})`, 'u'),
  new RegExp(String.raw`(?<!\p{L})(?:vol(?:ume)?|tome|t|book|part|bd|band|v)\.?\s*${NUMBER}(?!\d)`, 'iu'),
  new RegExp(String.raw`(?<=\p{L}[\s)]*)(?<![\d.])${NUMBER}(?=\s*(?:$|[,:;(/\-–—]))(?!\d)`, 'u'),
];
