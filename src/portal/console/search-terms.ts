import { auditName } from '../../accounts/audit-log.ts';
import { REASON_MAX } from '../../catalog/item-overrides.ts';
import { formatKstDay, kstDayOf } from '../../clock.ts';
import type { Texts } from '../../messages/languages.ts';
import { message } from '../../messages/messages.ts';
import { termKey } from '../../search/block-list.ts';
import {
  BLOCKED_TERMS_MAX,
  QUERY_DAYS,
  SIMILAR_GROUPS_MAX,
  SIMILAR_WORDS_MAX,
  sumQueryCounts,
  TERM_LENGTH_MAX,
  type TermRefusal,
  TermRefusedError,
} from '../../search/search-term-admin.ts';
import { readBody } from '../body.ts';
import type {
  BlockedTermsPage,
  SearchesPage,
  SimilarGroup,
  SimilarWordsPage,
} from '../console-shop-contract.ts';
import { invalid, PortalError } from '../failures.ts';
import { readChoice, readNumber, readPage, readText } from '../query.ts';
import { type PortalRoute, READING, type SignedInRequest } from '../route.ts';
import type { PortalServices } from '../services.ts';
import { confirmTerm } from './ask-back.ts';
import { partyView } from './audit.ts';
import { PAGE_SIZE, WORKING } from './list-limits.ts';

/** Search words that operators manage, and what searches reveal (docs/rules/search.md#blocked-terms). */
export const searchTermRoutes: readonly PortalRoute[] = [
  { method: 'GET', path: '/console/terms', needs: 'see-shop', limit: READING, answer: showTerms },
  { method: 'POST', path: '/console/terms/block', needs: 'shop', limit: WORKING, answer: blockTerm },
  { method: 'POST', path: '/console/terms/allow', needs: 'shop', limit: WORKING, answer: allowTerm },
  { method: 'GET', path: '/console/similar', needs: 'see-shop', limit: READING, answer: showSimilar },
  { method: 'POST', path: '/console/similar/add', needs: 'shop', limit: WORKING, answer: addSimilar },
  {
    method: 'POST',
    path: '/console/similar/remove',
    needs: 'shop',
    limit: WORKING,
    answer: removeSimilar,
  },
  { method: 'GET', path: '/console/searches', needs: 'see-shop', limit: READING, answer: showSearches },
];

/** Decisions about blocked terms that the page shows. */
const HISTORY_MAX = 50;

async function showTerms(_request: SignedInRequest, services: PortalServices): Promise<BlockedTermsPage> {
  const { searchTerms } = services;
  const { terms } = await searchTerms.blockList();
  const decisions = await searchTerms.listTermDecisions(HISTORY_MAX);
  const history = decisions.map(async ({ term, action, reason, actor, decidedAtMs }) => {
    return { term, action, reason, by: await partyView(actor, services), atMs: decidedAtMs };
  });
  return { terms, history: await Promise.all(history) };
}

async function blockTerm(
  request: SignedInRequest<'/console/terms/block'>,
  services: PortalServices,
): Promise<BlockedTermsPage> {
  const body = readBody(request.body, ['term', 'reason', 'confirmation']);
  const term = body.text('term', 1, TERM_LENGTH_MAX);
  const reason = body.optionalText('reason', REASON_MAX);
  await confirmTerm(term, body, services);
  const actor = auditName(request.account.accountId);
  await refuseField('term', () => services.searchTerms.blockTerm(term, actor, reason));
  return showTerms(request, services);
}

async function allowTerm(
  request: SignedInRequest<'/console/terms/allow'>,
  services: PortalServices,
): Promise<BlockedTermsPage> {
  const body = readBody(request.body, ['term', 'reason']);
  const term = body.text('term', 1, TERM_LENGTH_MAX);
  const reason = body.optionalText('reason', REASON_MAX);
  const actor = auditName(request.account.accountId);
  const isAllowed = await services.searchTerms.allowTerm(term, actor, reason);
  if (!isAllowed) throw new PortalError('NOT_FOUND');
  return showTerms(request, services);
}

async function showSimilar(
  { query }: SignedInRequest<'/console/similar'>,
  { searchTerms }: PortalServices,
): Promise<SimilarWordsPage> {
  const key = termKey(readText(query, 'text', TERM_LENGTH_MAX) ?? '');
  const offset = (readPage(query) - 1) * PAGE_SIZE;
  const { groups } = await searchTerms.similarWords();
  const found = groups.filter((words) => words.some((word) => termKey(word).includes(key)));
  return {
    groups: found.slice(offset, offset + PAGE_SIZE),
    totalCount: found.length,
    pageSize: PAGE_SIZE,
  };
}

async function addSimilar(
  { account, body }: SignedInRequest<'/console/similar/add'>,
  { searchTerms }: PortalServices,
): Promise<SimilarGroup> {
  const lengthMax = SIMILAR_WORDS_MAX * (TERM_LENGTH_MAX + 1);
  const lines = readBody(body, ['words']).paragraph('words', 1, lengthMax).split('\n');
  const words = lines.map((line) => line.trim()).filter((line) => line !== '');
  const group = await refuseField('words', () =>
    searchTerms.addSimilarWords(words, auditName(account.accountId)),
  );
  return { words: group };
}

async function removeSimilar(
  { account, body }: SignedInRequest<'/console/similar/remove'>,
  { searchTerms }: PortalServices,
): Promise<object> {
  const word = readBody(body, ['word']).text('word', 1, TERM_LENGTH_MAX);
  const isRemoved = await searchTerms.removeSimilarWords(word, auditName(account.accountId));
  if (!isRemoved) throw new PortalError('NOT_FOUND');
  return {};
}

const DAYS_DEFAULT = 7;

async function showSearches(
  { query }: SignedInRequest<'/console/searches'>,
  services: PortalServices,
): Promise<SearchesPage> {
  const kind = readChoice(query, 'kind', ['missed', 'corrected'], 'missed');
  const days = readNumber(query, 'days') ?? DAYS_DEFAULT;
  if (days > QUERY_DAYS) {
    throw invalid('days', message('input.days', { max: QUERY_DAYS }));
  }
  const offset = (readPage(query) - 1) * PAGE_SIZE;
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
