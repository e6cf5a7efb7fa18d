import { categoryIdOf } from './category-tree.ts';

/** Where a genre of the work tables stands among Korean books, and among foreign ones. */
interface GenrePlace {
  /** Second and third level below 국내도서 and eBook. */
  readonly book: string;
  /** Second level below 외국도서; with a slash, the third level as well. Without, the language decides. */
  readonly foreign: string;
}

export const GENRES: Readonly<Record<string, GenrePlace>> = {
  'ko-classic': { book: '소설/한국고전소설', foreign: '문학' },
  'ko-novel': { book: '소설/한국소설', foreign: '문학' },
  'en-novel': { book: '소설/영미소설', foreign: '문학' },
  'fr-novel': { book: '소설/프랑스소설', foreign: '문학' },
  'de-novel': { book: '소설/독일소설', foreign: '문학' },
  'ru-novel': { book: '소설/러시아소설', foreign: '문학' },
  'jp-novel': { book: '소설/일본소설', foreign: '문학' },
  'cn-novel': { book: '소설/중국소설', foreign: '문학' },
  'es-novel': { book: '소설/스페인·중남미소설', foreign: '문학' },
  'it-novel': { book: '소설/이탈리아소설', foreign: '문학' },
  'nordic-novel': { book: '소설/북유럽·동유럽소설', foreign: '문학' },
  'world-novel': { book: '소설/세계의 소설', foreign: '문학' },
  mystery: { book: '소설/추리·미스터리', foreign: '문학' },
  sf: { book: '소설/과학소설·판타지', foreign: '문학' },
  'ko-poem': { book: '시·희곡/한국시', foreign: '시·희곡' },
  'world-poem': { book: '시·희곡/세계시', foreign: '시·희곡' },
  drama: { book: '시·희곡/희곡', foreign: '시·희곡' },
  epic: { book: '시·희곡/서사시', foreign: '시·희곡' },
  'ko-essay': { book: '에세이/한국에세이', foreign: '문학' },
  'world-essay': { book: '에세이/외국에세이', foreign: '문학' },
  letters: { book: '에세이/일기·편지', foreign: '문학' },
  travelogue: { book: '에세이/여행기', foreign: '문학' },
  'west-phil': { book: '인문/서양철학', foreign: '인문·철학/서양철학' },
  'east-phil': { book: '인문/동양철학', foreign: '인문·철학/동양철학' },
  psychology: { book: '인문/심리학', foreign: '인문·철학/종교·심리' },
  religion: { book: '인문/종교', foreign: '인문·철학/종교·심리' },
  myth: { book: '인문/신화·민속', foreign: '인문·철학/종교·심리' },
  poetics: { book: '인문/언어·글쓰기', foreign: '문학' },
  'ko-history': { book: '역사/한국사', foreign: '역사·사회/역사' },
  'asia-history': { book: '역사/동양사', foreign: '역사·사회/역사' },
  'west-history': { book: '역사/서양사', foreign: '역사·사회/역사' },
  biography: { book: '역사/인물·전기', foreign: '역사·사회/역사' },
  politics: { book: '사회/정치', foreign: '역사·사회/정치·사회' },
  sociology: { book: '사회/사회학', foreign: '역사·사회/정치·사회' },
  law: { book: '사회/법·제도', foreign: '역사·사회/정치·사회' },
  education: { book: '사회/교육', foreign: '역사·사회/정치·사회' },
  'econ-thought': { book: '경제·경영/경제사상', foreign: '역사·사회/경제·경영' },
  science: { book: '과학/과학일반', foreign: '과학·기술/자연과학' },
  physics: { book: '과학/물리·천문', foreign: '과학·기술/자연과학' },
  biology: { book: '과학/생명과학', foreign: '과학·기술/자연과학' },
  medicine: { book: '과학/생명과학', foreign: '과학·기술/자연과학' },
  maths: { book: '과학/수학', foreign: '과학·기술/수학' },
  'child-story': { book: '어린이/창작동화', foreign: '어린이·청소년/동화' },
  'child-classic': { book: '어린이/세계명작', foreign: '어린이·청소년/동화' },
  'folk-tale': { book: '어린이/옛이야기·우화', foreign: '어린이·청소년/동화' },
  'picture-book': { book: '어린이/그림책', foreign: '어린이·청소년/그림책' },
  art: { book: '예술/미술', foreign: '예술/미술·건축' },
};

/** Category of a work's Korean edition, on paper or as an eBook. */
export function koreanEditionCategory(catalog: 'BOOK' | 'EBOOK', genre: string): string {
  return categoryIdOf(catalog, placeOf(genre).book);
}

/** Category of a work's edition in another language (ISO 639). */
export function foreignEditionCategory(genre: string, language: string): string {
  const { foreign } = placeOf(genre);
  if (foreign.includes('/')) return categoryIdOf('FOREIGN', foreign);
  const leaf = foreign === '문학' ? literatureOf(language) : regionOf(language);
  return categoryIdOf('FOREIGN', `${foreign}/${leaf}`);
}

/** Korean name of a language of the work tables (ISO 639). */
export function languageName(language: string): string {
  const name = LANGUAGE_NAMES[language];
  if (name === undefined) throw new Error(`no name for the language ${language}`);
  return name;
}

const LANGUAGE_NAMES: Readonly<Record<string, string>> = {
  lzh: '한문',
  zh: '중국어',
  ja: '일본어',
  vi: '베트남어',
  en: '영어',
  ang: '고대 영어',
  fr: '프랑스어',
  de: '독일어',
  ru: '러시아어',
  uk: '우크라이나어',
  es: '에스파냐어',
  pt: '포르투갈어',
  it: '이탈리아어',
  el: '그리스어',
  la: '라틴어',
  is: '아이슬란드어',
  da: '덴마크어',
  no: '노르웨이어',
  sv: '스웨덴어',
  fi: '핀란드어',
  nl: '네덜란드어',
  pl: '폴란드어',
  cs: '체코어',
  hu: '헝가리어',
  ro: '루마니아어',
  yi: '이디시어',
  akk: '아카드어',
  sa: '산스크리트어',
  pi: '팔리어',
  ar: '아랍어',
  fa: '페르시아어',
  mn: '몽골어',
  bn: '벵골어',
  gu: '구자라트어',
  hi: '힌디어',
};

function placeOf(genre: string): GenrePlace {
  const place = GENRES[genre];
  if (place === undefined) throw new Error(`no category for the genre ${genre}`);
  return place;
}

const LITERATURES: Readonly<Record<string, string>> = {
  en: '영어 문학',
  fr: '프랑스어 문학',
  de: '독일어 문학',
  ru: '러시아어 문학',
  es: '스페인어·포르투갈어 문학',
  pt: '스페인어·포르투갈어 문학',
  it: '이탈리아어 문학',
  ja: '일본어 문학',
  zh: '중국어 문학',
  el: '그리스·라틴 고전',
  la: '그리스·라틴 고전',
};

function literatureOf(language: string): string {
  return LITERATURES[language] ?? '기타 언어 문학';
}

const ASIAN_LANGUAGES = new Set([
  'ko',
  'zh',
  'ja',
  'vi',
  'akk',
  'sa',
  'pi',
  'ar',
  'fa',
  'mn',
  'bn',
  'gu',
  'hi',
]);

function regionOf(language: string): string {
  if (language === 'en' || language === 'ang') return '영어권';
  return ASIAN_LANGUAGES.has(language) ? '아시아' : '유럽';
}
