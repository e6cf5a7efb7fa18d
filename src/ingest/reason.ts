/**
 * Why a line is refused, or a file cannot be read, for a person. It is made where it is found, in both languages at once;
 * the command line tells it in English, the console in the language of whoever asks.
 */
export interface Reason {
  readonly en: string;
  readonly ko: string;
}

/**
 * What a field takes: in English what it is ("a text"), in Korean a sentence that says what it must be. Fields and
 * values are named as they are written in the feed.
 */
export type Rule = Reason;

/** The reason of a value that is given and breaks a rule. */
export function wrong(value: unknown, rule: Rule): Reason {
  const shown = show(value);
  return { en: `${shown.en} is not ${rule.en}`, ko: `값이 ${shown.ko}입니다. ${rule.ko}` };
}

/** The reason of a value that is required and not given. */
export function missing(rule: Rule): Reason {
  return { en: `missing; ${rule.en} is required`, ko: `값이 없습니다. ${rule.ko}` };
}

/** The reason of a value that is required and not given, or has nothing in it. */
export function missingOrEmpty(rule: Rule): Reason {
  return { en: `missing or empty; ${rule.en} is required`, ko: `값이 없거나 비어 있습니다. ${rule.ko}` };
}

/** The rule of a few words, one of which it must be. */
export function oneOf(words: readonly string[]): Rule {
  const listed = words.join(', ');
  return { en: `one of ${listed}`, ko: `${listed} 가운데 하나여야 합니다.` };
}

/** A value as a report shows it: short, and harmless to the terminal. */
export function show(value: unknown): Reason {
  if (Array.isArray(value)) return { en: `a list of ${value.length}`, ko: `요소 ${value.length}개의 목록` };
  if (typeof value === 'object' && value !== null) return { en: 'an object', ko: '객체' };
  const text = shorten(
    typeof value === 'string' ? JSON.stringify(value.slice(0, SHOWN_MAX + 1)) : String(value),
  );
  return { en: text, ko: text };
}

const SHOWN_MAX = 60;

/** A text cut to what a report can bear, without control characters. */
export function shorten(text: string): string {
  const harmless = text
    .slice(0, SHOWN_MAX + 1)
    .replace(/[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/gu, '\ufffd');
  return text.length > SHOWN_MAX ? `${harmless.slice(0, SHOWN_MAX)}…` : harmless;
}
