import type { Catalog } from '../src/catalog/item.ts';

/** Names of the five roots. */
export const ROOT_NAMES: Readonly<Record<Catalog, string>> = {
  BOOK: '국내도서',
  FOREIGN: '외국도서',
  EBOOK: 'eBook',
  MUSIC: '음반',
  DVD: 'DVD',
};

const BOOK_TREE = `
소설: 한국소설, 한국고전소설, 영미소설, 프랑스소설, 독일소설, 러시아소설, 일본소설, 중국소설, 스페인·중남미소설, 이탈리아소설, 북유럽·동유럽소설, 세계의 소설, 추리·미스터리, 과학소설·판타지
시·희곡: 한국시, 세계시, 희곡, 서사시
에세이: 한국에세이, 외국에세이, 일기·편지, 여행기
인문: 서양철학, 동양철학, 심리학, 종교, 신화·민속, 언어·글쓰기
역사: 한국사, 동양사, 서양사, 인물·전기
사회: 정치, 사회학, 법·제도, 교육
경제·경영: 경제사상, 경영전략, 투자·재테크, 마케팅
과학: 과학일반, 물리·천문, 생명과학, 수학
어린이: 창작동화, 세계명작, 옛이야기·우화, 그림책, 학습·교양
청소년: 청소년문학, 청소년교양, 진로·학습
자기계발: 성공·습관, 시간관리, 대화·관계, 창의·기획
외국어: 영어, 일본어, 중국어, 기타 언어
컴퓨터: 프로그래밍, 데이터·인공지능, 네트워크·보안, 사무·디자인 도구
만화: 교양만화, 드라마, 액션·판타지, 일상·유머
예술: 미술, 음악, 건축·디자인, 사진·영화
건강: 운동, 식생활·의학, 마음건강
가정·살림: 요리, 육아, 인테리어·정리, 원예·반려동물
여행: 국내여행, 아시아, 유럽, 아메리카·오세아니아`;

/** The first second-level nodes of the book tree, which the eBook tree repeats. */
const EBOOK_SECTIONS = 15;

const FOREIGN_TREE = `
문학: 영어 문학, 프랑스어 문학, 독일어 문학, 러시아어 문학, 스페인어·포르투갈어 문학, 이탈리아어 문학, 일본어 문학, 중국어 문학, 그리스·라틴 고전, 기타 언어 문학
시·희곡: 영어권, 유럽, 아시아
인문·철학: 서양철학, 동양철학, 종교·심리
역사·사회: 역사, 정치·사회, 경제·경영
과학·기술: 자연과학, 수학, 컴퓨터
어린이·청소년: 그림책, 동화, 청소년
예술: 미술·건축, 음악·공연, 사진
어학교재: 영어교재, 기타 어학교재`;

const MUSIC_TREE = `
클래식: 교향곡·관현악, 협주곡, 실내악, 독주곡, 오페라·성악, 종교음악
가요: 발라드, 댄스, 록, 포크, 힙합·R&B
팝: 팝, 록, 일렉트로닉, R&B·소울
재즈: 보컬재즈, 연주재즈
국악: 기악, 판소리·민요, 창작국악
OST: 영화음악, 드라마음악, 게임·애니메이션음악
뉴에이지: 피아노, 명상·자연
어린이음악: 동요, 영어동요`;

const DVD_TREE = `
한국영화: 드라마, 코미디, 스릴러
외국영화: 드라마, 액션·모험, 로맨스·코미디, 고전영화
애니메이션: 가족, 판타지
다큐멘터리: 자연, 역사·문화, 과학·우주
공연: 클래식·오페라, 발레·무용, 대중음악
TV드라마: 현대극, 사극
어린이·교육: 유아, 외국어학습`;

const bookSections = BOOK_TREE.trim().split('\n');

/** Below each root, one line a second-level node: its name, a colon, and the names of its third level. */
export const CATEGORY_SECTIONS: Readonly<Record<Catalog, readonly string[]>> = {
  BOOK: bookSections,
  FOREIGN: FOREIGN_TREE.trim().split('\n'),
  EBOOK: bookSections.slice(0, EBOOK_SECTIONS),
  MUSIC: MUSIC_TREE.trim().split('\n'),
  DVD: DVD_TREE.trim().split('\n'),
};
