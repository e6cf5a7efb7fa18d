import { type Words, words } from './words.ts';

/**
 * Patterns of Korean titles by second-level category; the key `*` serves the rest. `{n}` is a word of the list n,
 * `{은/는}` the particle that fits the word before it.
 */
export const TITLE_PATTERNS: Readonly<Record<string, Words>> = {
  '*': words('{m} {n},{n}의 {n},{n}{과/와} {n},{n} 너머 {n}'),
  소설: words(
    '{m} {n},{n}의 {n},{n}에 두고 온 {n},{n} 너머 {n},우리가 {n}에서 만난 {n},{n}{과/와} {n},{m} {n}의 기록,{n}{을/를} 건너는 사람,{m} {n}의 {n}',
  ),
  시·희곡: words('{m} {n},{n}{이/가} 나에게,{n}에 쓴 편지,{n}{은/는} 아직 {n},{m} {n}의 노래'),
  에세이: words(
    '{n}에서 쓴 {n},{p}{을/를} 좋아하는 마음,{m} {n}의 하루,오늘도 {p},{t}{이/가} 필요한 날,{p}{과/와} {n}',
  ),
  인문: words(
    '{t}의 철학,{t}{을/를} 묻다,{t}{이란/란} 무엇인가,{t}{과/와} {t} 사이,처음 읽는 {t}의 역사,{t}에 대하여,{t} 수업,{t}의 {n}',
  ),
  역사: words('{h}{으로/로} 읽는 {era},{h}{을/를} 따라 걷는 {era},{era}{과/와} {h},{m} {h}의 {era}'),
  사회: words(
    '{t}의 사회학,{t}{과/와} {t}의 정치,{h}{은/는} 누구의 것인가,우리 동네 {h} 이야기,{t}{을/를} 위한 제도,{h}{과/와} {t}',
  ),
  경제·경영: words(
    '{b}의 원리,{b}{을/를} 읽는 힘,작은 회사의 {b},처음 시작하는 {b},{b} 노트,{b}{과/와} {b},{m} 가게의 {b}',
  ),
  과학: words(
    '{s}의 비밀,{s}{은/는} 어떻게 움직이는가,한 권으로 읽는 {s} 이야기,{s}{과/와} {s},{s}{과/와} {n},{m} {s}',
  ),
  어린이: words('{m} {k},{k}의 {n},{k}{과/와} {n},{k}{은/는} 왜 {n}에 갔을까?,{k}네 {n},{k}{과/와} {k}'),
  청소년: words(
    '열다섯 살의 {n},{n}{을/를} 달리는 아이들,십 대를 위한 {t} 수업,{t}{이/가} 궁금한 너에게,교실 밖 {s} 이야기,{n}{과/와} {t}',
  ),
  자기계발: words('{p}의 힘,{p}의 기술,하루 10분 {p},나를 바꾸는 {p},{p}{과/와} {p},{m} {p}'),
  외국어: words(
    '하루 10분 {lang} {v},처음 시작하는 {lang} {v},다시 잡는 {lang} {v},{n}에서 배우는 {lang} {v}',
  ),
  컴퓨터: words('처음 배우는 {c},{c} 실전 안내서,그림으로 보는 {c},{c}{과/와} {c},손에 잡히는 {c},{c}의 {n}'),
  만화: words('{m} {n},{k}네 {n},{n}의 기사,{n} 식당,만화로 보는 {h}의 역사,{k}{과/와} {n}'),
  예술: words('{n}의 {art},{art}{을/를} 걷다,{t}의 {art},{m} {art},{art}{과/와} {n}'),
  건강: words('{x} 교실,{x}{이/가} 편해지는 책,하루 10분 {x},{x}의 과학,다시 시작하는 {x},{x}{과/와} {x}'),
  가정·살림: words('우리 집 {d},{d}{이/가} 있는 집,{d}의 기초,사계절 {d},{d}{과/와} {d},{m} {d}'),
  여행: words(
    '{place} 걷는 날,{place}에서 사흘,{m} {place},{place} 골목 여행,{place}의 {n},{place}{과/와} {n}',
  ),
  한국영화: words('{m} {n},{n}의 밤,{n}에서 온 손님,{n}의 {n}'),
  외국영화: words('{m} {n},{n}{과/와} {n},{n} 특급,{m} {n}의 {n}'),
  애니메이션: words('{k}의 {n},{m} {k},{k} 대모험,{k}{과/와} {n}'),
  다큐멘터리: words('{s}의 세계,{h}의 길,{s}{과/와} 인간,{m} {s}'),
  공연: words('{n}의 밤 공연 실황,{m} {n} 무대'),
  TV드라마: words('{n}의 {n} 전편,{m} {n} 전편'),
  어린이·교육: words('{k}{과/와} 함께 배우는 {s},{k} 말놀이'),
  국악: words('{n}{을/를} 위한 산조,{m} {n} 가락,{n} 풍류'),
  재즈: words('{n} 재즈,{m} {n} 트리오,{m} {n}'),
  뉴에이지: words('{n}의 피아노,{m} {n},쉼의 {n}'),
  어린이음악: words('{k}네 동요,{k}의 노래 상자,{k}의 {n}'),
};

/** Patterns of foreign books by second-level category. */
export const FOREIGN_PATTERNS: Readonly<Record<string, Words>> = {
  문학: words('The {A} {N},A {N} of {T},The {N} and the {N},Letters from the {A} {N},The {A} {N} of {T}'),
  시·희곡: words('{A} {N}: Poems,The {N} Sings,Songs for a {A} {N},The {A} {N}: A Play'),
  인문·철학: words('On {T},{T} and {T},An Essay on {T},Thinking about {T},The {N} of {T}'),
  역사·사회: words(
    'A Short History of {T},The Age of {T},The Politics of {T},The Price of {T},{T} and the {N}',
  ),
  과학·기술: words('Introduction to {T},The Science of {T},{T} by Example,Exploring {T},{T} and {T}'),
  어린이·청소년: words('The {A} Rabbit,My {A} {N},The Fox and the {N},Goodnight {A} {N}'),
  예술: words('{T} in Pictures,The Art of {T},{A} {N}: A Portfolio'),
  어학교재: words('English for {T},Reading about {T},First Steps in {T},A {N} of English'),
};

/** Patterns of the subtitles that some invented books have. */
export const SUB_TITLE_PATTERNS: Words = words(
  '개정판,제2판,{m} {n} 이야기,{n}에서 시작하는 생각,{t}{을/를} 생각하는 시간,{n}{과/와} {n}에 대하여,{p}에서 {t}까지',
);

/** Lists that are replaced by another one in a third-level category. */
export const LEAF_LISTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '역사/한국사': { era: 'koreanPast' },
  '역사/동양사': { era: 'asianPast' },
  '역사/서양사': { era: 'westernPast' },
  '역사/인물·전기': { era: 'person' },
  '과학/물리·천문': { s: 'star' },
  '과학/생명과학': { s: 'life' },
  '과학/수학': { s: 'math' },
  '외국어/영어': { lang: 'english' },
  '외국어/일본어': { lang: 'japanese' },
  '외국어/중국어': { lang: 'chinese' },
  '외국어/기타 언어': { lang: 'tongue' },
  '컴퓨터/데이터·인공지능': { c: 'data' },
  '컴퓨터/네트워크·보안': { c: 'net' },
  '컴퓨터/사무·디자인 도구': { c: 'office' },
  '예술/미술': { art: 'picture' },
  '예술/음악': { art: 'music' },
  '예술/건축·디자인': { art: 'house' },
  '예술/사진·영화': { art: 'film' },
  '건강/식생활·의학': { x: 'meal' },
  '건강/마음건강': { x: 'mind' },
  '가정·살림/요리': { d: 'food' },
  '가정·살림/육아': { d: 'child' },
  '가정·살림/인테리어·정리': { d: 'room' },
  '가정·살림/원예·반려동물': { d: 'plant' },
  '여행/국내여행': { place: 'korea' },
  '여행/아시아': { place: 'asia' },
  '여행/유럽': { place: 'europe' },
  '여행/아메리카·오세아니아': { place: 'america' },
};
