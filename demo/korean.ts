/**
 * Fills a title pattern: `{n}` takes a word of the list named n, and a pair such as `{을/를}` after it becomes the
 * particle that the word's last sound requires.
 */
export function fillPattern(pattern: string, wordOf: (list: string) => string): string {
  let last = '';
  return pattern.replace(/\{([^}]+)\}/g, (_, name: string) => {
    const [afterConsonant, afterVowel] = name.split('/');
    if (afterConsonant !== undefined && afterVowel !== undefined) {
      return takesFirst(last, afterConsonant) ? afterConsonant : afterVowel;
    }
    last = wordOf(name);
    return last;
  });
}

/** Whether a word takes the form for a final consonant. 으로 counts a final ㄹ as a vowel. */
function takesFirst(word: string, particle: string): boolean {
  const code = word.charCodeAt(word.length - 1) - 0xac00;
  if (code < 0 || code > 11_171) return false;
  const final = code % 28;
  return particle.startsWith('으로') ? final !== 0 && final !== 8 : final !== 0;
}
