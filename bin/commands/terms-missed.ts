import { formatKstDay, kstDayOf, systemClock } from '../../src/clock.ts';
import { type QueryTotal, sumQueryCounts } from '../../src/search/search-term-admin.ts';
import { QUERY_DAYS } from '../../src/search/search-term-bounds.ts';
import { withStore } from '../store/open-store.ts';
import { command, wholeNumber } from './command.ts';

const DAYS_DEFAULT = 7;

export const termsMissedCommand = command({
  name: 'terms missed',
  summary: 'list searches without results, and corrected ones',
  usage: `terms missed [--days N]
  --days N   number of days, including today in Korea, 1 to ${QUERY_DAYS} (default ${DAYS_DEFAULT})
One per line, most frequent first, separated by tabs: count, last day, search, and, if corrected, how and to what.
"(others)" counts searches whose text isn't stored: those that may identify a person or have more than 50 characters, and
new ones on a day that already has 2,000. A running server writes its counts every five seconds.`,
  ko: {
    summary: '결과가 없던 검색과 교정한 검색을 나열합니다',
    usage: `terms missed [--days N]
  --days N   한국 시간 오늘을 포함한 일수, 1~${QUERY_DAYS}(기본 ${DAYS_DEFAULT})
많은 것부터 한 줄에 하나씩, 탭으로 구분해 횟수, 마지막 날, 검색어, 교정했다면 방법과 결과를 출력합니다. "(others)"는 검색어를
남기지 않은 검색의 합계입니다. 개인을 알 수 있거나, 50자를 넘거나, 그날 2,000개가 찬 뒤에 처음 나온 검색어입니다. 실행 중인
서버는 5초마다 기록합니다.`,
  },
  options: { days: { type: 'string', default: String(DAYS_DEFAULT) } },
  async run({ values, config }) {
    const days = wholeNumber('--days', 1, QUERY_DAYS, values.days);
    const fromDay = kstDayOf(systemClock.nowMs()) - days + 1;
    const counts = await withStore(config, (store) => store.state().searchTerms.listQueryCounts(fromDay));
    for (const total of sumQueryCounts(counts)) console.log(lineOf(total));
  },
});

function lineOf({ calls, lastDay, query, correction }: QueryTotal): string {
  const found = correction === null ? [] : [correction.kind, correction.query || OTHERS];
  return [calls, formatKstDay(lastDay), query || OTHERS, ...found].join('\t');
}

const OTHERS = '(others)';
