import { REASON_MAX } from '../../src/catalog/item-overrides.ts';
import { kstDayOf, systemClock } from '../../src/clock.ts';
import type { Config } from '../../src/config.ts';
import { checkTerm, type SearchTermAdmin, TermRefusedError } from '../../src/search/search-term-admin.ts';
import { createTermTest, numberToConfirm, SEARCH_DAYS, searchesWith } from '../../src/search/term-reach.ts';
import { withStore } from '../store/open-store.ts';
import type { CommandStore } from '../store/store.ts';
import { CommandFailed, command, UsageError } from './command.ts';

const TERMS = [1, Infinity, 'one term'] as const;

export const termsBlockCommand = command({
  name: 'terms block',
  summary: 'block searches that contain a term (SEARCH_002)',
  usage: `terms block TERM… [--reason TEXT] [--confirm N]
  --reason TEXT  why; shown in the console's history of blocked terms
  --confirm N    how much the terms would hide; required above 20 searches of the last month or 1% of the catalogue.
                 Without it, the command only prints the number
From now on, searches that contain all words of a term in order are rejected. Hangul also matches inside words
and across spaces; Latin words match whole. Case and width don't matter. Put terms of several words in quotes.`,
  ko: {
    summary: '검색어를 차단합니다(SEARCH_002)',
    usage: `terms block TERM… [--reason TEXT] [--confirm N]
  --reason TEXT  이유. 운영 화면의 차단 이력에 표시됩니다
  --confirm N    가려질 수. 지난달 검색 20건이나 카탈로그의 1%를 넘으면 필수입니다. 생략하면 수만 알리고 아무것도
                 바꾸지 않습니다
검색어의 모든 단어가 순서대로 들어 있는 검색을 다음부터 거부합니다. 한글은 단어 안에서도, 띄어 써도 일치하고, 로마자는
단어 전체가 같아야 합니다. 대소문자와 전각·반각은 구별하지 않습니다. 여러 단어는 따옴표로 묶으세요.`,
  },
  options: { confirm: { type: 'string' }, reason: { type: 'string', default: '' } },
  operands: TERMS,
  async run({ values, operands, config }) {
    const terms = checkTerms(operands);
    const reason = checkReason(values.reason);
    const number = await withStore(config, (store) => farReach(terms, store));
    if (number > 0 && values.confirm !== String(number))
      throw new CommandFailed(`Nothing was blocked. Add --confirm ${number} to block this anyway.`);
    return forEachTerm(terms, config, async (searchTerms, term) => {
      if (!(await searchTerms.blockTerm(term, 'command', reason)))
        console.error(`"${term}" is already blocked.`);
      return true;
    });
  },
});

/** Prints what terms that hide a lot would hide, and returns the sum of their numbers; 0 if none does. */
async function farReach(terms: readonly string[], store: CommandStore): Promise<number> {
  const fromDay = kstDayOf(systemClock.nowMs()) - SEARCH_DAYS + 1;
  const counts = await store.state().searchTerms.listQueryCounts(fromDay);
  let sum = 0;
  for (const term of terms) {
    const searches = searchesWith(term, counts);
    const { products, ofAll } = await store.countItemsWith(createTermTest(term));
    const number = numberToConfirm({ searches, products, ofAll });
    if (number === null) continue;
    sum += number;
    console.error(
      `"${term}" is in ${products} of ${ofAll} products and in ${searches} searches of the last ${SEARCH_DAYS} days ` +
        'that found nothing.',
    );
  }
  return sum;
}

export const termsAllowCommand = command({
  name: 'terms allow',
  summary: 'unblock a term',
  usage: `terms allow TERM… [--reason TEXT]
  --reason TEXT  why; shown in the console's history of blocked terms
Exit code 1 if a term wasn't blocked.`,
  ko: {
    summary: '검색어 차단을 해제합니다',
    usage: `terms allow TERM… [--reason TEXT]
  --reason TEXT  이유. 운영 화면의 차단 이력에 표시됩니다
차단되지 않은 것이 있으면 종료 코드는 1입니다.`,
  },
  options: { reason: { type: 'string', default: '' } },
  operands: TERMS,
  async run({ values, operands, config }) {
    const reason = checkReason(values.reason);
    return forEachTerm(checkTerms(operands), config, async (searchTerms, term) => {
      const isAllowed = await searchTerms.allowTerm(term, 'command', reason);
      if (!isAllowed) console.error(`"${term}" isn't blocked.`);
      return isAllowed;
    });
  },
});

export const termsListCommand = command({
  name: 'terms list',
  summary: 'list blocked terms, one per line',
  ko: { summary: '차단한 검색어를 한 줄에 하나씩 나열합니다' },
  options: {},
  async run({ config }) {
    const { terms } = await withStore(config, (store) => store.state().searchTerms.blockList());
    for (const term of terms) console.log(term);
  },
});

export const similarAddCommand = command({
  name: 'terms similar add',
  summary: 'let words replace each other when a search finds nothing',
  usage: `terms similar add WORD WORD…
Merges the words with any groups that contain one of them, and prints the group.
Example: terms similar add "셜록 홈스" "셜록 홈즈"`,
  ko: {
    summary: '결과가 없을 때 서로 바꿔 검색할 말을 등록합니다',
    usage: `terms similar add WORD WORD…
이미 등록된 말이 있으면 그 묶음과 합치고, 묶음을 출력합니다.
예: terms similar add "셜록 홈스" "셜록 홈즈"`,
  },
  options: {},
  operands: [2, Infinity, 'two words'],
  async run({ operands, config }) {
    const words = checkTerms(operands);
    const group = await withStore(config, (store) => store.state().searchTerms.addSimilarWords(words));
    console.log(group.join('\t'));
  },
});

export const similarRemoveCommand = command({
  name: 'terms similar remove',
  summary: 'remove the group that contains a word',
  usage: `terms similar remove WORD…
Exit code 1 if a word isn't in any group.`,
  ko: {
    summary: '한 단어가 든 비슷한 말 묶음을 삭제합니다',
    usage: `terms similar remove WORD…
묶음에 없는 단어가 있으면 종료 코드는 1입니다.`,
  },
  options: {},
  operands: TERMS,
  run: ({ operands, config }) =>
    forEachTerm(checkTerms(operands), config, async (searchTerms, word) => {
      const isRemoved = await searchTerms.removeSimilarWords(word);
      if (!isRemoved) console.error(`"${word}" is in no group.`);
      return isRemoved;
    }),
});

export const similarListCommand = command({
  name: 'terms similar list',
  summary: 'list groups of similar words, one per line, separated by tabs',
  ko: { summary: '비슷한 말 묶음을 한 줄에 하나씩, 탭으로 구분해 나열합니다' },
  options: {},
  async run({ config }) {
    const { groups } = await withStore(config, (store) => store.state().searchTerms.similarWords());
    for (const group of groups) console.log(group.join('\t'));
  },
});

/** Applies one change to every term. Exit code 1 if it failed for one of them. */
function forEachTerm(
  terms: readonly string[],
  config: Config,
  work: (searchTerms: SearchTermAdmin, term: string) => Promise<boolean>,
): Promise<number> {
  return withStore(config, async (store) => {
    const searchTerms = store.state().searchTerms;
    let code = 0;
    for (const term of terms) if (!(await work(searchTerms, term))) code = 1;
    return code;
  });
}

function checkReason(text: string): string {
  const reason = text.trim();
  if (reason.length <= REASON_MAX) return reason;
  throw new UsageError(`--reason must have at most ${REASON_MAX} characters; it has ${reason.length}.`);
}

/** All are checked before anything changes. */
function checkTerms(operands: readonly string[]): string[] {
  try {
    return operands.map(checkTerm);
  } catch (error) {
    throw error instanceof TermRefusedError ? new UsageError(error.message) : error;
  }
}
