/** Words for the invented titles of the demo. */

export type Words = readonly [string, ...string[]];

/** A list written with commas. */
export const words = (text: string): Words => {
  const [first = '', ...rest] = text.split(',').map((word) => word.trim());
  return [first, ...rest];
};

/** Lists that patterns name. */
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
  c: words(
    '자바스크립트,파이썬,알고리즘,자료구조,컴파일러,테스트,정규 표현식,함수형 프로그래밍,웹 개발,코드 리뷰',
  ),
  data: words(
    '데이터베이스,통계,그래프,기계 학습,시각화,추천 시스템,검색 엔진,시계열,데이터 분석,자연어 처리',
  ),
  net: words('네트워크,클라우드,보안,리눅스,운영체제,분산 시스템,암호,컨테이너,서버 관리,방화벽'),
  office: words(
    '스프레드시트,문서 작성,발표 자료,웹 접근성,글꼴,화면 디자인,사진 보정,일정 관리,전자 출판,도표',
  ),
  food: words('된장찌개,나물,국수,빵,도시락,장아찌,수프,샐러드,떡,김치,죽,차,과자,잼'),
  child: words('그림책,놀이,잠자리,이유식,말 배우기,첫걸음,동생,바깥 놀이,책 읽어 주기,산책'),
  room: words('책상,옷장,이불,부엌,베란다,현관,서랍,거실,커튼,조명,작은 방'),
  plant: words('화분,텃밭,고양이,강아지,허브,다육식물,어항,앵무새,정원,난초'),
  x: words('걷기,호흡,스트레칭,허리,무릎,자세,근육,달리기,수영,체력'),
  meal: words('장,혈압,식사,수분,면역,뼈,혈당,콩,채소,아침밥'),
  mind: words('잠,명상,걱정,화,눈물,쉼,외로움,긴장,마음,숨'),
  star: words('별,빛,소리,우주,원자,중력,달,혜성,시간,파동,은하'),
  life: words('뇌,곤충,나무,새,공룡,유전자,이끼,버섯,심장,미생물,고래'),
  math: words('숫자,확률,무한,도형,소수,방정식,함수,대칭,통계,원'),
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
  english: words('영어'),
  japanese: words('일본어'),
  chinese: words('중국어'),
  tongue: words('프랑스어,독일어,스페인어,베트남어,러시아어,아랍어,태국어'),
  koreanPast: words('한국사,조선 시대,고려 시대,삼국 시대,개화기'),
  asianPast: words('동양사,비단길,중국사,일본사,유목 제국'),
  westernPast: words('서양사,로마,중세,르네상스,대항해 시대'),
  person: words('인물사,여행가,상인,화가,과학자'),
  picture: words('미술관,수채화,초상화,판화,조각'),
  music: words('음악회,피아노,현악기,합창,오페라'),
  house: words('건축,의자,골목,도시,한옥'),
  film: words('사진,영화관,필름,흑백 사진,다큐멘터리'),
};
