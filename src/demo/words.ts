/** Words and patterns from which the invented titles of the demo are made. */

type Words = readonly [string, ...string[]];

const words = (text: string): Words => {
  const [first = '', ...rest] = text.split(',').map((word) => word.trim());
  return [first, ...rest];
};

/** Lists that every pattern may name. */
export const WORD_LISTS: Readonly<Record<string, Words>> = {
  n: words(`바다,골목,우체국,정거장,겨울,여름,등대,도서관,편지,그림자,달빛,빗소리,언덕,섬,창문,계단,안개,숲,강물,새벽,
저녁,열쇠,지도,시계,서점,다리,온실,항구,마당,우물,종이배,기차,별자리,사막,눈길,옥상,극장,사진관,빵집,국경`),
  m: words(`오래된,잃어버린,푸른,조용한,마지막,먼,작은,긴,이름 없는,늦은,하얀,두 번째,닫힌,떠도는,혼자 남은,눈 내리는,
비어 있는,낯선,잠들지 않는,돌아온`),
  t: words(
    `질문,기억,침묵,관계,욕망,불안,자유,시간,몸,이름,경계,언어,믿음,웃음,고독,환대,우정,선택,일상,습관`,
  ),
  h: words(`골목,시장,항구,옷,밥상,길,바다,편지,그림,소금,종이,성곽,차,책,다리,화폐,철도,씨앗,등불,도자기`),
  b: words(
    `가격,시장,숫자,가게,브랜드,협상,회의,조직,고객,저축,배당,기획,공급망,계약,재고,광고,구독,실험,현금,신뢰`,
  ),
  s: words(`별,빛,물,소리,뇌,바다,흙,곤충,나무,새,공룡,숫자,확률,우주,원자,기후,유전자,화산,중력,이끼`),
  k: words(
    `토끼,여우,고양이,고래,곰,다람쥐,펭귄,거북이,부엉이,개구리,두더지,오리,사슴,강아지,코끼리,수달,고슴도치,너구리`,
  ),
  p: words(
    `아침,메모,대화,거절,칭찬,질문,집중,휴식,정리,계획,독서,산책,글쓰기,발표,경청,하루,생각,목표,실패,약속`,
  ),
  c: words(`자바스크립트,파이썬,데이터베이스,리눅스,알고리즘,네트워크,클라우드,통계,보안,스프레드시트,자료구조,컴파일러,
웹 접근성,분산 시스템,테스트,그래프,운영체제,정규 표현식`),
  d: words(
    `된장찌개,나물,국수,빵,도시락,장아찌,수프,샐러드,떡,화분,텃밭,책상,옷장,이불,부엌,베란다,고양이,강아지`,
  ),
  x: words(`걷기,호흡,스트레칭,잠,눈,허리,무릎,장,혈압,체력,명상,자세,근육,식사,수분`),
  v: words(`회화,문법,단어,발음,듣기,작문,독해,여행 회화,시험 대비,뉴스 읽기`),
  korea: words(`제주,강릉,경주,전주,부산,통영,여수,속초,군산,안동,순천,담양,태백,목포,공주`),
  asia: words(`교토,타이베이,하노이,치앙마이,발리,삿포로,홍콩,방콕,자이푸르,사마르칸트,루앙프라방`),
  europe: words(`리스본,프라하,피렌체,에든버러,바르셀로나,빈,코펜하겐,더블린,크라쿠프,헬싱키,아테네`),
  america: words(`밴쿠버,쿠스코,멕시코시티,시드니,오클랜드,보스턴,부에노스아이레스,퀘벡,하와이,포틀랜드`),
  A: words(
    `Quiet,Lost,Blue,Distant,Last,Little,Long,Nameless,Late,White,Second,Hidden,Wandering,Empty,Borrowed,Northern`,
  ),
  N: words(`Harbor,Garden,Letter,Window,Lantern,River,Orchard,Station,Library,Island,Mirror,Bridge,Winter,Summer,Map,Clock,
Lighthouse,Meadow,Attic,Shore,Compass,Theater,Valley,Ferry`),
  T: words(`Memory,Language,Freedom,Attention,Friendship,Risk,Trust,Silence,Chance,Habit,Light,Sound,Climate,Number,Space,
Evolution,Trade,Cities,Color,Design`),
};

/** Patterns by second-level category; the key `*` serves the rest. */
export const TITLE_PATTERNS: Readonly<Record<string, Words>> = {
  '*': words('{m} {n},{n}의 {n},{n}{과/와} {n},{n} 너머 {n}'),
  소설: words(
    '{m} {n},{n}의 {n},{n}에 두고 온 {n},{n} 너머 {n},우리가 {n}에서 만난 날,{n}{과/와} {n},{m} {n}의 기록,{n}{을/를} 건너는 사람',
  ),
  시·희곡: words('{m} {n},{n}{이/가} 나에게,{n}에 쓴 편지,{n}{은/는} 아직 {n},{m} {n}의 노래'),
  에세이: words('{n}에서 쓴 {n},{p}{을/를} 좋아하는 마음,{m} {n}의 하루,오늘도 {p},{t}{이/가} 필요한 날'),
  인문: words(
    '{t}의 철학,{t}{을/를} 묻다,{t}{이란/란} 무엇인가,{t}{과/와} {t} 사이,처음 읽는 {t}의 역사,{t}에 대하여,{t} 수업',
  ),
  역사: words(
    '{h}의 역사,{h}{으로/로} 읽는 세계사,{h}{으로/로} 읽는 한국사,{h}{을/를} 따라 걷는 역사,옛사람들의 {h}',
  ),
  사회: words(
    '{t}의 사회학,{t}{과/와} {t}의 정치,{h}{은/는} 누구의 것인가,우리 동네 {h} 이야기,{t}{을/를} 위한 제도',
  ),
  경제·경영: words('{b}의 원리,{b}{을/를} 읽는 힘,작은 회사의 {b},처음 시작하는 {b},{b} 노트,{b}{과/와} {b}'),
  과학: words(
    '{s}의 비밀,{s}{은/는} 어떻게 움직이는가,한 권으로 읽는 {s} 이야기,{s}{과/와} {s},{s}{을/를} 세는 법',
  ),
  어린이: words(
    '{m} {k},{k}의 {n},{k}{과/와} {n},{k}{은/는} 왜 {n}에 갔을까?,{k}네 {n},처음 만나는 {s} 이야기',
  ),
  청소년: words(
    '열다섯 살의 {n},{n}{을/를} 달리는 아이들,십 대를 위한 {t} 수업,{t}{이/가} 궁금한 너에게,교실 밖 {s} 이야기',
  ),
  자기계발: words('{p}의 힘,{p}의 기술,하루 10분 {p},나를 바꾸는 {p},{p}{과/와} {p}'),
  컴퓨터: words('처음 배우는 {c},{c} 실전 안내서,그림으로 보는 {c},{c}{과/와} {c},손에 잡히는 {c}'),
  만화: words('{m} {n},{k}네 {n},{n}의 기사,{n} 식당,만화로 보는 {h}의 역사'),
  예술: words('{n}의 풍경,{n}{을/를} 그리다,{t}의 미술관,{n}{을/를} 듣는 시간,{n}{과/와} 건축'),
  건강: words('{x} 교실,{x}{이/가} 편해지는 책,하루 10분 {x},{x}의 과학,다시 시작하는 {x}'),
  가정·살림: words('우리 집 {d},{d}{이/가} 있는 집,{d}의 기초,사계절 {d},{d}{과/와} 함께 사는 법'),
  한국영화: words('{m} {n},{n}의 밤,{n}에서 온 손님'),
  외국영화: words('{m} {n},{n}{과/와} {n},{n} 특급'),
  애니메이션: words('{k}의 {n},{m} {k},{k} 대모험'),
  다큐멘터리: words('{s}의 세계,{h}의 길,{s}{과/와} 인간'),
  공연: words('{n}의 밤 공연 실황,{m} {n} 무대'),
  TV드라마: words('{n}의 {n} 전편,{m} {n} 전편'),
  어린이·교육: words('{k}{과/와} 함께 배우는 {s},{k} 말놀이'),
  국악: words('{n}{을/를} 위한 산조,{m} {n} 가락,{n} 풍류'),
  재즈: words('{n} 재즈,{m} {n} 트리오'),
  뉴에이지: words('{n}의 피아노,{m} {n},쉼의 {n}'),
  어린이음악: words('{k}네 동요,{k}의 노래 상자'),
};

/** Patterns by third-level category, before those of the second level. */
export const LEAF_PATTERNS: Readonly<Record<string, Words>> = {
  '외국어/영어': words('하루 10분 영어 {v},처음 시작하는 영어 {v},다시 잡는 영어 {v}'),
  '외국어/일본어': words('하루 10분 일본어 {v},처음 시작하는 일본어 {v},다시 잡는 일본어 {v}'),
  '외국어/중국어': words('하루 10분 중국어 {v},처음 시작하는 중국어 {v},다시 잡는 중국어 {v}'),
  '외국어/기타 언어': words(
    '처음 시작하는 프랑스어 {v},처음 시작하는 스페인어 {v},처음 시작하는 베트남어 {v},처음 시작하는 독일어 {v}',
  ),
  '여행/국내여행': words('{korea} 걷는 날,{korea}에서 사흘,{m} {korea},{korea} 골목 여행'),
  '여행/아시아': words('{asia} 걷는 날,{asia}에서 열흘,{m} {asia}'),
  '여행/유럽': words('{europe} 걷는 날,{europe}에서 한 달,{m} {europe}'),
  '여행/아메리카·오세아니아': words('{america} 걷는 날,{america}에서 한 달,{m} {america}'),
};

/** Patterns of foreign books. */
export const FOREIGN_PATTERNS: Readonly<Record<string, Words>> = {
  문학: words('The {A} {N},A {N} of {T},The {N} and the {N},Letters from the {A} {N}'),
  시·희곡: words('{A} {N}: Poems,The {N} Sings,Songs for a {A} {N},The {A} {N}: A Play'),
  인문·철학: words('On {T},{T} and {T},An Essay on {T},Thinking about {T}'),
  역사·사회: words('A Short History of {T},The Age of {T},The Politics of {T},The Price of {T}'),
  과학·기술: words('Introduction to {T},The Science of {T},{T} by Example,Exploring {T}'),
  어린이·청소년: words('The {A} Rabbit,My {A} {N},The Fox and the {N},Goodnight {A} {N}'),
  예술: words('{T} in Pictures,The Art of {T},{A} {N}: A Portfolio'),
  어학교재: words('English for {T},Reading about {T},First Steps in {T}'),
};
