import { auditName } from '../../accounts/audit-log.ts';
import { formatKstDay, kstDayOf } from '../../clock.ts';
import type { Texts } from '../../messages/languages.ts';
import { message } from '../../messages/messages.ts';
import { termKey } from '../../search/block-list.ts';
import { sumQueryCounts, type TermRefusal, TermRefusedError } from '../../search/search-term-admin.ts';
import {
  BLOCKED_TERMS_MAX,
  SIMILAR_GROUPS_MAX,
  SIMILAR_WORDS_MAX,
  TERM_LENGTH_MAX,
} from '../../search/search-term-bounds.ts';
import type { BlockedTermsPage } from '../contract/console-shop.ts';
import { invalid, PortalError } from '../failures.ts';
import { type PortalRoute, READING, route } from '../route.ts';
import type { PortalServices } from '../services.ts';
import { confirmTerm } from './ask-back.ts';
import { partyView } from './audit.ts';
import { PAGE_SIZE, WORKING } from './list-limits.ts';

/** Search words that operators manage, and what searches reveal (docs/rules/search.md#blocked-terms). */
export const searchTermRoutes: readonly PortalRoute[] = [
  route('GET /console/terms', 'see-shop', READING, async (_request, services) => termsPage(services)),
  route('POST /console/terms/block', 'shop', WORKING, async (request, services) => {
    const { term, reason = '', confirmation } = request.input;
    await confirmTerm(term, confirmation, services);
    const actor = auditName(request.account.accountId);
    await refuseField('term', () => services.searchTerms.blockTerm(term, actor, reason));
    return termsPage(services);
  }),
  route('POST /console/terms/allow', 'shop', WORKING, async (request, services) => {
    const { term, reason = '' } = request.input;
    const actor = auditName(request.account.accountId);
    const isAllowed = await services.searchTerms.allowTerm(term, actor, reason);
    if (!isAllowed) throw new PortalError('NOT_FOUND');
    return termsPage(services);
  }),
  route('GET /console/similar', 'see-shop', READING, async ({ input }, { searchTerms }) => {
    const key = termKey(input.text);
    const offset = (input.page - 1) * PAGE_SIZE;
    const { groups } = await searchTerms.similarWords();
    const found = groups.filter((words) => words.some((word) => termKey(word).includes(key)));
    return {
      groups: found.slice(offset, offset + PAGE_SIZE),
      totalCount: found.length,
      pageSize: PAGE_SIZE,
    };
  }),
  route('POST /console/similar/add', 'shop', WORKING, async ({ account, input }, { searchTerms }) => {
    const lines = input.words.split('\n');
    const words = lines.map((line) => line.trim()).filter((line) => line !== '');
    const group = await refuseField('words', () =>
      searchTerms.addSimilarWords(words, auditName(account.accountId)),
    );
    return { words: group };
  }),
  route('POST /console/similar/remove', 'shop', WORKING, async ({ account, input }, { searchTerms }) => {
    const isRemoved = await searchTerms.removeSimilarWords(input.word, auditName(account.accountId));
    if (!isRemoved) throw new PortalError('NOT_FOUND');
    return {};
  }),
  route('GET /console/searches', 'see-shop', READING, async ({ input }, services) => {
    const { kind, days } = input;
    const offset = (input.page - 1) * PAGE_SIZE;
    const today = kstDayOf(services.clock.nowMs());
    const totals = sumQueryCounts(await services.searchTerms.listQueryCounts(today - days + 1));
    const found = totals.filter(({ correction }) => (correction === null) === (kind === 'missed'));
    return {
      searches: found.slice(offset, offset + PAGE_SIZE).map((total) => ({
        query: total.query,
        calls: total.calls,
        lastDay: formatKstDay(total.lastDay),
        corrected: total.correction,
      })),
      totalCount: found.length,
      pageSize: PAGE_SIZE,
    };
  }),
];

/** Decisions about blocked terms that the page shows. */
const HISTORY_MAX = 50;

async function termsPage(services: PortalServices): Promise<BlockedTermsPage> {
  const { searchTerms } = services;
  const { terms } = await searchTerms.blockList();
  const decisions = await searchTerms.listTermDecisions(HISTORY_MAX);
  const history = decisions.map(async ({ term, action, reason, actor, decidedAtMs }) => {
    return { term, action, reason, by: await partyView(actor, services), atMs: decidedAtMs };
  });
  return { terms, history: await Promise.all(history) };
}

/** Reports a refused term for its field. */
async function refuseField<T>(field: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof TermRefusedError)) throw error;
    throw invalid(field, REFUSALS[error.refusal]);
  }
}

const REFUSALS: Readonly<Record<TermRefusal, Texts>> = {
  tooLong: message('input.termTooLong', { max: TERM_LENGTH_MAX }),
  nothingSearchable: message('input.nothingSearchable'),
  tooManyTerms: message('input.tooManyTerms', { max: BLOCKED_TERMS_MAX }),
  tooFewWords: message('input.tooFewWords'),
  tooManyWords: message('input.tooManyWords', { max: SIMILAR_WORDS_MAX }),
  tooManyGroups: message('input.tooManyGroups', { max: SIMILAR_GROUPS_MAX }),
};
