import { createRandom, type Random } from '../../demo/random.ts';

/** The commonest first, in the order of the titles most lent by a library. */
const SYLLABLES =
  '의이는사기한가지리로하어에스학인자을다서대고아과화나세시소장수만를도전생라신들설정게주미편은일마부계' +
  '상법문우국드트해위영그보비오공제음무진으와야성구프모식바적터여물간유술까관내교역동니경르원행디운실명' +
  '재개카초본조연최선읽용작년알단양심노당험래현중업면살방것남건요키말레산든발파처민있배치강랑타습권려속' +
  '력안책석거입매체회집즈독러크토호철더린루복각삶판차데람통료김코피예되박결반탐림론분버브네종등달없천감' +
  '금테찾백않떻포난애질힘할록베활렌녹쟁왕저히새란후격류언근탄능불별울티글워완너직메존뇌평두플북투밀순번' +
  '육죽준형흔머른된함임축찰쉽절쓰름필망환늘짜점온돈싶놀표블끝잡삼손병클페친태귀길챗께엇벽월쿠패변합꾸혼' +
  '션잘승특좋견열출탈증핵벌침외케먹례눈숨쉬슈악목얼놓깨칙답움택품던담누줄때날충엔뉴왜퍼급송창웃혜궁향써' +
  '희런못겨몰떠풀혁츠럼엄맛념군즐립닝님빠규녀억괴첫약청극링략확먼맨몸뜨흥잉막풍젝돌빛갈었슬쇼즘낸범커추' +
  '찬걸허틀했꿈밤헤며숙맞럽긴똑푸캐족멋따셀획랜휘웹꼭홍펜광끼헌퀴센엘쿄슨암올았깊웅채둑받굴땅논릭곤킹퓨' +
  '응꽃컬턴욕균숲곳털탁윤황널콘훈넘꾼폴착컴쑥접빵잼골느총련뒤많흐썬엉킨콩령쏙률익잠째쓴및홀듣씨벨락졌델';
const PARTICLES = ['의', '를', '을', '은', '는', '이', '가', '와', '과', '로', '에서', '으로', '에', '도'];
const ONSETS =
  'b br c ch cl cr d dr f fl fr g gl gr h j k l m n p ph pl pr qu r s sc sh sl sp st str t th tr v w wh y'.split(
    ' ',
  );
const NUCLEI = 'a e i o u a e i o ai ea ee ie io oo ou oa au'.split(' ');
const CODAS = [
  '',
  '',
  '',
  '',
  ...'b ck ct d ft g l ld ll m mp n nd ng nk nt p r rd rk rn rt s sh ss st t th x'.split(' '),
];
const ENDINGS = ['s', 'ed', 'ing', 'er', 'ly', 'ness', 'ers', 'al'];

const KOREAN_NOUNS = 32_000;
const ENGLISH_WORDS = 59_000;

/** Titles of an invented catalogue whose words are about as common, and as near to each other, as those of a shop. */
export function inventTitles(items: number, seed: number): string[] {
  const random = createRandom(seed);
  const nouns = distinct(KOREAN_NOUNS, () => koreanNoun(random));
  const words = distinct(ENGLISH_WORDS, () => englishWord(random));
  return Array.from({ length: items }, () =>
    random.chance(0.6) ? koreanTitle(random, nouns, words) : englishTitle(random, words),
  );
}

function koreanTitle(random: Random, nouns: readonly string[], words: readonly string[]): string {
  let title = '';
  const count = random.between(2, 6);
  for (let i = 0; i < count; i++) {
    if (i > 0 && !random.chance(0.29)) title += ' ';
    if (random.chance(0.04)) title += ` ${zipf(random, words)} `;
    else if (random.chance(0.012)) title += koreanNoun(random) + koreanNoun(random);
    else title += zipf(random, nouns, 10);
    if (random.chance(0.27)) title += `${PARTICLES[random.below(PARTICLES.length)]} `;
  }
  return random.chance(0.1) ? `${title} ${random.between(1, 20)}권` : title;
}

function englishTitle(random: Random, words: readonly string[]): string {
  return Array.from({ length: random.between(2, 6) }, () => {
    if (random.chance(0.07)) return englishWord(random) + englishWord(random);
    return zipf(random, words);
  }).join(' ');
}

function koreanNoun(random: Random): string {
  const shape = random.next();
  const length = shape < 0.6 ? 2 : shape < 0.88 ? 3 : 4;
  return Array.from({ length }, () => zipf(random, SYLLABLES, 12)).join('');
}

function englishWord(random: Random): string {
  const shape = random.next();
  const length = shape < 0.3 ? 1 : shape < 0.78 ? 2 : 3;
  const stem = Array.from(
    { length },
    () => zipf(random, ONSETS) + zipf(random, NUCLEI) + zipf(random, CODAS),
  );
  return stem.join('') + (random.chance(0.3) ? zipf(random, ENDINGS) : '');
}

/** Early entries more often: about as 1 / (place + offset), so that one of the middle is still seen. */
function zipf(
  random: Random,
  from: { readonly length: number; [place: number]: string },
  offset = 3,
): string {
  const place = Math.floor(offset * ((from.length / offset + 1) ** random.next() - 1));
  return from[place] ?? from[0] ?? '';
}

function distinct(count: number, make: () => string): string[] {
  const made = new Set<string>();
  while (made.size < count) made.add(make());
  return [...made];
}
