import type { Dictionary } from './dictionary.ts';

/** Two dictionaries as one: words of the second are numbered behind those of the first. No word is in both. */
export function joinDictionaries(first: Dictionary, second: Dictionary): Dictionary {
  const { wordCount } = first;
  const isFirst = (word: number) => word < wordCount;
  return {
    wordCount: wordCount + second.wordCount,
    findWord(strokes, script) {
      const word = first.findWord(strokes, script);
      if (word >= 0) return word;
      const other = second.findWord(strokes, script);
      return other < 0 ? -1 : other + wordCount;
    },
    collectNear(strokes, words) {
      first.collectNear(strokes, words);
      const others = new Set<number>();
      second.collectNear(strokes, others);
      for (const word of others) words.add(word + wordCount);
    },
    scriptOf: (word) => (isFirst(word) ? first.scriptOf(word) : second.scriptOf(word - wordCount)),
    frequencyOf: (word) => (isFirst(word) ? first.frequencyOf(word) : second.frequencyOf(word - wordCount)),
    isName: (word) => (isFirst(word) ? first.isName(word) : second.isName(word - wordCount)),
    strokesOf: (word) => (isFirst(word) ? first.strokesOf(word) : second.strokesOf(word - wordCount)),
    textOf: (word) => (isFirst(word) ? first.textOf(word) : second.textOf(word - wordCount)),
  };
}
