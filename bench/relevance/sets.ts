import { createRandom, type Random } from '../../demo/random.ts';
import { composeHangul, hangulStrokes } from '../../src/search/correction/keyboard.ts';
import { hanForms } from '../../src/search/fold/fold-text.ts';
import type { SearchSort } from '../../src/search/search-index.ts';
import { codespellPairs } from './codespell.ts';
import type { JudgedCatalogue, JudgedItem, Language } from './shop.ts';
import { mistype } from './typos.ts';

/** A query and what it is judged by: the item that it asks for, or that it must not be altered. */
export interface JudgedQuery {
  readonly query: string;
  /** Null when the shop has nothing of the kind: any other query in its place is wrong. */
  readonly wanted: JudgedItem | null;
  /** Of a series that is asked for: its volumes in their order, which the answer must keep. */
  readonly volumes?: readonly JudgedItem[];
}

export interface JudgedSet {
  readonly name: string;
  readonly queries: readonly JudgedQuery[];
  /** RELATION unless it says otherwise. */
  readonly sort?: SearchSort;
  /** Whether the text is being typed: the wanted title or name should be among the suggestions. */
  readonly isTyped?: boolean;
}

const SEED = 14;
export const COUNT = 300;
/** False corrections are rare: it takes more queries to count them. */
const ABSENT_COUNT = 1500;

/** Titles asked for in many ways, and right words that the shop does not have. The same at every call. */
export function titleSets({ held, absent }: JudgedCatalogue): JudgedSet[] {
  const random = createRandom(SEED);
  const of = (...languages: Language[]) => held.filter(({ language }) => languages.includes(language));
  const known = (
    name: string,
    from: readonly JudgedItem[],
    makeQuery: (item: JudgedItem) => string | null,
  ) => ({
    name,
    queries: take(shuffled(from, random), makeQuery, (item) => item),
  });
  const heldNames = new Set(held.flatMap(({ texts }) => texts.contributors));
  const heldTitles = new Set(held.map(({ texts }) => texts.title.toLowerCase()));
  const right = (name: string, texts: readonly string[]) => ({
    name,
    queries: take(
      shuffled([...new Set(texts)], random),
      (text) => text,
      () => null,
      ABSENT_COUNT,
    ),
  });
  const korean = of('ko');
  const english = of('en');
  const bareTitle = (item: JudgedItem) => withoutAccents(plainTitle(item));
  const isAccented = (item: JudgedItem) => item.language !== 'ko' && bareTitle(item) !== plainTitle(item);
  const plainTitle = ({ texts }: JudgedItem) =>
    texts.title
      .replace(/\s*\(.*\)$/u, '')
      .replace(/:.*$/u, '')
      .trim();
  const words = (item: JudgedItem) => plainTitle(item).split(/\s+/u);
  const others = createRandom(SEED + 1);
  /** A word of letters out of any of the items. */
  const aWord = (from: readonly JudgedItem[]): string => {
    const item = from[others.below(from.length)];
    const found =
      item === undefined ? [] : words(item).filter((word) => /^(?:[가-힣]{2,}|[a-z]{4,})$/i.test(word));
    return found[others.below(Math.max(1, found.length))] ?? aWord(from);
  };
  return [
    known('full title', held, ({ texts }) => texts.title),
    known('author and title', held, (item) =>
      item.texts.contributors[0] === undefined ? null : `${item.texts.contributors[0]} ${plainTitle(item)}`,
    ),
    known('ISBN before the number', held, ({ isbn13 }) => (isbn13 === '' ? null : `ISBN ${isbn13}`)),
    known('lost zeros', held, ({ isbn10 }) => (/^00?[1-9]/.test(isbn10) ? isbn10.replace(/^0+/, '') : null)),
    known('accents left out', held, (item) => (isAccented(item) ? bareTitle(item) : null)),
    known('accents left out and a wrong key', held, (item) =>
      isAccented(item) ? spoil(bareTitle(item).split(/\s+/u), random, 1, /^[a-z]{5,}$/i) : null,
    ),
    {
      ...known('accents left out while typing', held, (item) =>
        isAccented(item) && item.texts.title.length < 40
          ? withoutAccents(item.texts.title).slice(0, -2)
          : null,
      ),
      isTyped: true,
    },
    known('Han variants', of('han'), ({ texts }) => changeHan(texts.title)),
    known('& and "and"', held, ({ texts: { title } }) =>
      / & /.test(title)
        ? title.replace(/ & /g, ' and ')
        : / and /.test(title)
          ? title.replace(/ and /g, ' & ')
          : null,
    ),
    known('last word half typed, en', english, (item) => halfTyped(words(item))),
    known('last word half typed, fr', of('fr'), (item) => halfTyped(words(item))),
    known('one word too many, ko', korean, (item) => `${plainTitle(item)} 책`),
    known('one word too many, en', english, (item) => `${plainTitle(item)} book`),
    ...[2, 3, 4, 5].map((count) =>
      known(`${count} words joined, en`, english, (item) =>
        words(item).length === count && words(item).every((word) => /^[a-z']+$/i.test(word))
          ? words(item).join('').toLowerCase()
          : null,
      ),
    ),
    known('joined with a wrong key, ko', korean, (item) => {
      const joined = words(item).join('');
      return words(item).length > 1 && /^[가-힣]{4,12}$/.test(joined)
        ? mistype(joined, random, 'neighbours')
        : null;
    }),
    known('joined with a wrong key, en', english, (item) => {
      const joined = words(item).join('').toLowerCase();
      return words(item).length > 1 && /^[a-z]{8,24}$/.test(joined)
        ? mistype(joined, random, 'neighbours')
        : null;
    }),
    known('blank inside a word, en', english, (item) => splitWord(words(item), random)),
    known('caps lock in the other layout', korean, (item) => {
      const strokes = words(item).map(hangulStrokes);
      return strokes.some((one) => one === null) ? null : strokes.map((one) => swapCase(one ?? '')).join(' ');
    }),
    known('other layout', korean, (item) => {
      const strokes = words(item).map(hangulStrokes);
      return strokes.some((one) => one === null) ? null : strokes.join(' ');
    }),
    known('one wrong key, ko', korean, (item) => spoil(words(item), random, 1, /^[가-힣]{2,}$/)),
    known('one wrong key, en', english, (item) => spoil(words(item), random, 1, /^[a-z]{4,}$/i)),
    known('two wrong keys, ko', korean, (item) => spoil(words(item), random, 2, /^[가-힣]{3,}$/)),
    known('two wrong keys, en', english, (item) => spoil(words(item), random, 2, /^[a-z]{5,}$/i)),
    known('a wrong key in each of two words, ko', korean, (item) =>
      spoilTwo(words(item), random, /^[가-힣]{2,}$/),
    ),
    known('a wrong key in each of two words, en', english, (item) =>
      spoilTwo(words(item), random, /^[a-z]{4,}$/i),
    ),
    right(
      'absent authors, ko',
      absentNames(absent, heldNames).filter((name) => /^[가-힣]{2,4}$/.test(name)),
    ),
    right(
      'absent authors, foreign',
      absentNames(absent, heldNames).filter((name) => / /.test(name) && /^[A-Z가-힣]/.test(name)),
    ),
    right(
      'absent titles, ko',
      absentTitles(absent, heldTitles).filter((title) => /[가-힣]/.test(title)),
    ),
    right(
      'absent titles, en',
      absentTitles(absent, heldTitles).filter((title) => /^[\p{ASCII}]+$/u.test(title)),
    ),
    right(
      'absent words, en',
      codespellPairs().map(({ right: [word = ''] }) => word),
    ),
    right('everyday topics, ko', TOPICS.split(' ')),
    known('a word of another title too many, ko', korean, (item) => `${plainTitle(item)} ${aWord(korean)}`),
    known('a word of another title too many, en', english, (item) => `${plainTitle(item)} ${aWord(english)}`),
  ];
}

/** What people look for in a bookshop, and may well not find. */
const TOPICS =
  '보험 세금 취업 강아지 면접 파이썬 요리 주식 부동산 다이어트 재테크 육아 임신 고양이 캠핑 골프 등산 낚시 바둑 자격증 ' +
  '공무원 토익 한의학 사주 타로 명상 요가 필라테스 커피 와인 제과 인테리어 목공 뜨개질 자수 사진 피아노 드로잉 수채화 서예 ' +
  '제주도 유럽 인공지능 통계 회계 경매 창업 마케팅 리더십 우울증 치매 당뇨 수면 스트레칭 이혼 상속 노후 연금 은퇴 축구 야구 ' +
  '농구 배드민턴 탁구 수영 마라톤 자전거 텃밭 화분 조경 양봉 곤충 공룡 우주 물리학 화학 지리 한국사 세계사 철학 종교 성경 ' +
  '불교 미술 조각 건축 음악 오페라 발레 영화 연극 만화 소설 수필 독서 논술 글쓰기 번역 일본어 중국어 프랑스어 독일어 한자 ' +
  '간호 약학 수의사 경찰 소방관 변호사 회계사 세무사 감정평가사 노무사 기사 기능사 전기 용접 기계 자동차 드론 반도체';

function take<T>(
  from: readonly T[],
  makeQuery: (one: T) => string | null,
  wantedOf: (one: T) => JudgedItem | null,
  count = COUNT,
): JudgedQuery[] {
  const queries: JudgedQuery[] = [];
  for (const one of from) {
    const query = makeQuery(one);
    if (query !== null && query !== '') queries.push({ query, wanted: wantedOf(one) });
    if (queries.length === count) break;
  }
  return queries;
}

function shuffled<T>(from: readonly T[], random: Random): T[] {
  return from
    .map((one) => ({ one, place: random.next() }))
    .sort((a, b) => a.place - b.place)
    .map(({ one }) => one);
}

function absentNames(absent: readonly JudgedItem[], held: ReadonlySet<string>): string[] {
  return absent.flatMap(({ texts }) => texts.contributors).filter((name) => !held.has(name));
}

function absentTitles(absent: readonly JudgedItem[], held: ReadonlySet<string>): string[] {
  return absent.map(({ texts }) => texts.title).filter((title) => !held.has(title.toLowerCase()));
}

/** The title with one of its characters in another form; null when none has one. */
function changeHan(title: string): string | null {
  const chars = [...title];
  const at = chars.findIndex((char) => hanForms(char).length > 1);
  if (at < 0) return null;
  return chars.map((char) => hanForms(char).find((form) => form !== char) ?? char).join('');
}

function halfTyped(words: readonly string[]): string | null {
  const last = words.at(-1) ?? '';
  if (words.length < 2 || last.length < 5 || !/^\p{L}+$/u.test(last)) return null;
  return [...words.slice(0, -1), last.slice(0, Math.ceil(last.length / 2))].join(' ');
}

function splitWord(words: readonly string[], random: Random): string | null {
  const places = words.flatMap((word, at) => (/^[a-z]{5,}$/i.test(word) ? [at] : []));
  const at = places[random.below(Math.max(1, places.length))];
  const word = at === undefined ? undefined : words[at];
  if (at === undefined || word === undefined || words.length < 2) return null;
  const cut = 2 + random.below(word.length - 3);
  return [...words.slice(0, at), `${word.slice(0, cut)} ${word.slice(cut)}`, ...words.slice(at + 1)].join(
    ' ',
  );
}

/** One word of the title with so many wrong keys; null when no word is of the kind. */
function spoil(words: readonly string[], random: Random, count: number, kind: RegExp): string | null {
  const places = words.flatMap((word, at) => (kind.test(word) ? [at] : []));
  const at = places[random.below(Math.max(1, places.length))];
  let word = at === undefined ? '' : (words[at] ?? '').toLowerCase();
  if (at === undefined || word === '') return null;
  for (let i = 0; i < count; i++) word = mistype(word, random, 'neighbours');
  if (hangulStrokes(word) !== null) word = composeHangul(hangulStrokes(word) ?? '');
  return [...words.slice(0, at), word, ...words.slice(at + 1)].join(' ');
}

function spoilTwo(words: readonly string[], random: Random, kind: RegExp): string | null {
  const places = words.flatMap((word, at) => (kind.test(word) ? [at] : []));
  if (places.length < 2) return null;
  return words
    .map((word, at) => (places.slice(0, 2).includes(at) ? spoil([word], random, 1, kind) : word))
    .join(' ');
}

function withoutAccents(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .normalize('NFC');
}

function swapCase(text: string): string {
  return text.replace(/[a-z]/gi, (letter) =>
    letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase(),
  );
}
