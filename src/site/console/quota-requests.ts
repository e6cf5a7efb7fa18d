import { limitsOf } from '../../accounts/account.ts';
import type { AccountQuotaRequest } from '../../accounts/quota-requests.ts';
import { mayChange } from '../../accounts/roles.ts';
import { DAILY_QUOTA_MAX } from '../../gate/decide.ts';
import { type Html, html } from '../../http/html.ts';
import { mailOwner } from '../account/mails.ts';
import { type InputOf, id, integer, pageNumber, paragraph, word } from '../kit/fields.ts';
import { formOf } from '../kit/form.ts';
import { done, form, screen } from '../kit/screen.ts';
import { dayOf, details, facts, momentOf, PAGE_SIZE, pager, table, tabs } from '../kit/ui.ts';
import { required, type SignedInVisit, type Visit } from '../kit/visit.ts';
import { quotaState } from '../own/usage.ts';
import { changeable, LIMITS_FIELDS, limitsFields } from './accounts.ts';

const PATH = '/portal/console/quota-requests';
const STATES = ['waiting', 'decided'] as const;
const REQUEST = { accountId: id(), requestId: id() };
const APPROVE = {
  ...REQUEST,
  ...LIMITS_FIELDS,
  dailyQuota: integer(1, DAILY_QUOTA_MAX),
  note: paragraph(0, 1000).called('quota.noteFor', 'quota.noteHint'),
};
const DENY = {
  ...REQUEST,
  note: paragraph(1, 1000).called('quota.noteFor', 'quota.noteNeeded'),
};

/** Requests for more calls a day, and operators' decisions on them (docs/api.md#tiers). */
export const quotaRequestsScreen = screen(PATH, {
  needs: 'see-accounts',
  limit: 'browsing',
  query: { state: word(STATES).or('waiting'), page: pageNumber() },
  async show(visit, { state, page }) {
    const t = visit.words('quota');
    const { quotaRequests } = visit.services;
    const { asked, totalCount } = await quotaRequests.listAll(state, (page - 1) * PAGE_SIZE, PAGE_SIZE);
    const list =
      state === 'waiting' ? asked.map((one) => waitingRequest(visit, one)) : decidedTable(visit, asked);
    const lists = STATES.map((one) => [`${PATH}?state=${one}`, t(one), one === state] as const);
    return {
      title: t('title'),
      lead: t('lead'),
      body: html`${tabs(t('title'), lists)}
${asked.length === 0 && state === 'waiting' ? html`<p class="soft">${t('noneWaiting')}</p>` : list}
${pager(visit, { page, totalCount })}`,
    };
  },
  forms: {
    approve: form('accounts', APPROVE, (visit, { note, accountId, requestId, ...granted }) =>
      decide(visit, { note, accountId, requestId }, granted),
    ),
    deny: form('accounts', DENY, (visit, input) => decide(visit, input, null)),
  },
});

type Granted = Omit<InputOf<typeof APPROVE>, keyof typeof DENY>;

async function decide(visit: SignedInVisit, request: InputOf<typeof DENY>, granted: Granted | null) {
  const { accountId, requestId, note } = request;
  const { quotaRequests } = visit.services;
  const account = await changeable(visit, accountId);
  const isTheirs = (await quotaRequests.list(accountId)).some((one) => one.requestId === requestId);
  const decision = { granted, note };
  required(isTheirs && (await quotaRequests.decide(requestId, decision, visit.account.accountId)), 'STALE');
  const id = granted === null ? 'quotaDenied' : 'quotaGranted';
  mailOwner(visit.services, id, account.email, { calls: granted?.dailyQuota ?? 0 }, note);
  return done(granted === null ? 'quota.deny.done' : 'quota.approve.done');
}

function waitingRequest(visit: SignedInVisit, { request, account }: AccountQuotaRequest): Html {
  const t = visit.words('quota');
  const { requestId, dailyQuota, createdAtMs, reason } = request;
  const { accountId, tier, override } = account;
  const { tierLimits } = visit.services;
  const now = limitsOf(account, tierLimits).dailyQuota;
  const common = { at: requestId, hidden: { requestId, accountId } };
  const approve = formOf(visit, 'approve', {
    ...common,
    fields: { ...APPROVE, ...limitsFields(visit, APPROVE, tierLimits[tier], now) },
    values: { ...override, dailyQuota },
    button: t('approve.now'),
  });
  const deny = formOf(visit, 'deny', { ...common, fields: DENY, button: t('deny.now'), kind: 'danger' });
  const isOpen = (name: string) => visit.problem?.form === name && visit.problem.at === String(requestId);
  const decisions =
    mayChange(visit.account, account) &&
    html`${details(t('approve.open'), approve, isOpen('approve'))}${details(t('deny.open'), deny, isOpen('deny'))}`;
  return html`<article class="card" data-part="request-${requestId}">
<h2><a href="/portal/console/accounts/${accountId}"><bdi>${account.email}</bdi></a></h2>
<p class="soft small"><bdi>${account.name}</bdi></p>
${facts('line', [
  [t('wanted'), visit.number(dailyQuota)],
  [t('now'), visit.number(now)],
  [t('tier'), visit.words('console')(`tiers.${tier}`)],
  [t('asked'), momentOf(createdAtMs)],
])}
<p><bdi class="typed">${reason}</bdi></p>
${decisions}
</article>`;
}

function decidedTable(visit: Visit, asked: readonly AccountQuotaRequest[]): Html {
  const t = visit.words('quota');
  return table(t, {
    caption: t('decided'),
    none: t('noneDecided'),
    part: 'decided',
    columns: ['decidedAt:line', 'account', 'wanted:number', 'state', 'note'],
    rows: asked.map(({ request, account }) => [
      dayOf(request.decidedAtMs ?? 0),
      html`<a href="/portal/console/accounts/${account.accountId}"><bdi>${account.email}</bdi></a>`,
      visit.number(request.dailyQuota),
      quotaState(visit, request),
      html`<bdi class="typed">${request.note}</bdi>`,
    ]),
  });
}
