/**
 * The key by which Hangul and its Latin spellings are compared: the Revised Romanization of the pronunciation, with
 * consonants that spellings confuse as one (k, kk and g; r and l; ch and j), each double letter once. 독립 and dongnip
 * give the same key.
 */
export function romanKey(text: string): string {
  const latin = /[가-힣]/.test(text) ? romanised(text) : text.toLowerCase();
  return latin
    .replace(/[^a-z]/g, '')
    .replace(/sh(?=i)|ss/g, 's')
    .replace(/ch|jj/g, 'j')
    .replace(/k/g, 'g')
    .replace(/t/g, 'd')
    .replace(/p/g, 'b')
    .replace(/r/g, 'l')
    .replace(/([gdbj])h/g, '$1')
    .replace(/([a-z])\1/g, '$1');
}

const FIRST_SYLLABLE = 0xac_00;
const INITIALS = 'g g n d d l m b b s s - j j j g d b h'.split(' ');
const MEDIALS = 'a ae ya yae eo e yeo ye o wa wae oe yo u wo we wi yu eu ui i'.split(' ');
/** Finals as written, the second consonant of a cluster behind a dot. */
const FINALS = '- g g g.s n n.j n.h d l l.g l.m l.b l.s l.d l.b l.h m b b.s s s ng j j g d b h'.split(' ');
const SILENT = '-';

interface Syllable {
  readonly initial: string;
  readonly medial: string;
  readonly final: string;
}

function romanised(text: string): string {
  const syllables = [...text.matchAll(/[가-힣]/g)].map(([syllable]) => parse(syllable));
  let latin = '';
  let onset = syllables[0]?.initial ?? '';
  for (const [at, { medial, final }] of syllables.entries()) {
    const next = syllables[at + 1] ?? null;
    const [coda, nextOnset] = next === null ? [atEnd(final), ''] : meet(final, next);
    latin += (onset === SILENT ? '' : onset) + medial + coda;
    onset = nextOnset;
  }
  return latin;
}

function parse(syllable: string): Syllable {
  const place = syllable.charCodeAt(0) - FIRST_SYLLABLE;
  return {
    initial: INITIALS[Math.floor(place / 588)] ?? '',
    medial: MEDIALS[Math.floor((place % 588) / 28)] ?? '',
    final: FINALS[place % 28] ?? '',
  };
}

/** What a final consonant sounds like where nothing follows. */
function atEnd(final: string): string {
  const [first = '', second] = final.split('.');
  if (first === SILENT) return '';
  if (first === 'l' && (second === 'g' || second === 'm')) return second;
  return /^[sjh]$/.test(first) ? 'd' : first;
}

/** The end of a syllable and the beginning of the next, as they are pronounced together. */
function meet(final: string, { initial, medial }: Syllable): readonly [coda: string, onset: string] {
  const [first = '', second] = final.split('.');
  if (first === SILENT) return ['', initial];
  if (initial === SILENT) return liaison(first, second, medial);
  const isAspirating = first === 'h' || second === 'h';
  if (isAspirating && /^[gdjs]$/.test(initial)) return [first === 'h' ? '' : first, initial];
  const coda = atEnd(final);
  const nasal = { g: 'ng', d: 'n', b: 'm' }[coda];
  if (initial === 'n' || initial === 'm')
    return coda === 'l' ? ['l', initial === 'n' ? 'l' : initial] : [nasal ?? coda, initial];
  if (initial === 'l' && coda !== 'l') return coda === 'n' ? ['l', 'l'] : [nasal ?? coda, 'n'];
  return [coda, initial];
}

/** A final consonant before a vowel begins the next syllable. */
function liaison(first: string, second: string | undefined, medial: string): readonly [string, string] {
  if (first === 'ng') return ['ng', SILENT];
  const [stays, moves] = second === undefined ? ['', first] : [first, second];
  if (moves === 'h') return second === undefined ? ['', SILENT] : ['', first];
  return [stays, moves === 'd' && medial === 'i' ? 'j' : moves];
}
