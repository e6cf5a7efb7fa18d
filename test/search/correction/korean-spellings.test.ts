import assert from 'node:assert/strict';
import { test } from 'node:test';
import { searchItem } from '../search-item.ts';
import { openItems } from '../small-index.ts';

/**
 * What Koreans write, and what is meant, by the public pages that name both: spellings of foreign words and names, titles
 * remembered wrongly. `misses` don't find what is meant.
 */
const PAGES: readonly (readonly [page: string, found: readonly string[], misses: readonly string[]])[] = [
  [
    'https://jony-choi.tistory.com/269',
    [
      '나레이터=내레이터, 넌픽션=논픽션, 노블리스 오블리쥬=노블레스 오블리주, 덕아웃=더그아웃, 덤블링=텀블링, 드라큐라=드라큘라, 똘레랑스=톨레랑스, 라이센스=라이선스',
      '랑데뷰=랑데부, 런닝셔츠=러닝셔츠, 레이다=레이더, 렌트카=렌터카, 로숀=로션, 리더쉽=리더십, 리모콘=리모컨, 맛사지=마사지, 매니아=마니아, 메카니즘=메커니즘',
      '메타세콰이아=메타세쿼이아, 바이얼린=바이올린, 발란스=밸런스, 부페=뷔페, 블럭=블록, 비젼=비전, 넷워크=네트워크',
    ],
    [
      '꽁뜨=콩트, 내프킨=냅킨, 넌센스=난센스, 라스베가스=라스베이거스, 라케트=라켓, 레인보우=레인보, 로보트=로봇, 로케트=로켓, 르뽀=르포, 링게르=링거',
      '메세지=메시지, 미스테리=미스터리, 미이라=미라, 바베큐=바비큐, 발렌타인데이=밸런타인데이, 뱃지=배지, 본네트=보닛, 가디건=카디건',
    ],
  ],
  [
    'https://jony-choi.tistory.com/414',
    ['모스끄바=모스크바, 째즈=재즈, 윈도우=윈도'],
    ['싸이코=사이코, 쎄느=센, 노우트=노트'],
  ],
  [
    'https://blog.aladin.co.kr/mramor/1817787',
    ['도스토예프스키=도스토옙스키, 도스또예프스끼=도스토옙스키, 라스꼴리니꼬프=라스콜리니코프'],
    ['고골리=고골'],
  ],
  [
    'http://urimal.cs.pusan.ac.kr/urimal_new/read/common/sisa/sisa.asp?ID=317',
    ['셀린느=셀린'],
    ['스칼렛 요한슨=스칼릿 조핸슨, 랄프 로렌=랠프 로런, 패리스 힐튼=패리스 힐턴'],
  ],
  [
    'https://noh0058.tistory.com/m/1204',
    [],
    [
      '충격의 거인=진격의 거인, 변태=변신, 100 리터의 눈물=1리터의 눈물, 백만 번 죽은 고양이=백만 번 산 고양이',
    ],
  ],
  [
    'https://github.com/kmsk99/kr-book-info-plugin/issues/10',
    ['자바스크립트 자료구조와 알고리즘=자바스크립트 자료구조와 알고리즘'],
    [],
  ],
];

const pairs = (lines: readonly string[]) =>
  lines.flatMap((line) => line.split(', ').map((one) => one.split('=')));
const titles = new Set([
  ...PAGES.flatMap(([, found, misses]) => [...pairs(found), ...pairs(misses)].map(([, meant = '']) => meant)),
  '자바스크립트로 하는 자료 구조와 알고리즘',
]);
const search = openItems([...titles].map((title, at) => searchItem(at + 1, { title })));

for (const [page, found, misses] of PAGES)
  test(page, async () => {
    const finds: string[][] = [];
    for (const [written = '', meant = ''] of [...pairs(found), ...pairs(misses)]) {
      const [first = 0] = (await search(written, { correct: true })).itemIds;
      if ([...titles][first - 1] === meant) finds.push([written, meant]);
    }
    assert.deepEqual(finds, pairs(found));
  });
