import { type Account, type AccountChange, REFUSED_CLASS, TIERS } from '../../accounts/account.ts';
import { auditName } from '../../accounts/audit-log.ts';
import { mayChange, type Right, ROLES } from '../../accounts/roles.ts';
import { BURST_MAX, DAILY_QUOTA_MAX, type Limits } from '../../gate/decide.ts';
import { type Html, html } from '../../http/html.ts';
import { type MessageId, message } from '../../messages/messages.ts';
import {
  type Field,
  type Fields,
  type InputOf,
  id,
  integer,
  NO_CORRECTION,
  number,
  pageNumber,
  typed,
  word,
} from '../kit/fields.ts';
import { filterForm, formOf } from '../kit/form.ts';
import { done, form, screen } from '../kit/screen.ts';
import {
  dayOf,
  facts,
  momentOf,
  notice,
  PAGE_SIZE,
  pager,
  section,
  sideSection,
  table,
  wholeDays,
} from '../kit/ui.ts';
import { dayCounts, firstPeriod, readUsage, type UsageFigures } from '../kit/usage-figures.ts';
import { confirm, refusal, required, type SignedInVisit, type Visit } from '../kit/visit.ts';
import { keyTable, maskedKey, readKeys, revokeLiveKey } from '../own/key.ts';
import { requestTable, usageChart } from '../own/usage.ts';
import { auditTable } from './audit.ts';

/** An account's own limits; an empty field means the tier's limit. */
export const LIMITS_FIELDS = {
  dailyQuota: integer(0, DAILY_QUOTA_MAX).or(null),
  burstPerSecond: number(0.01, BURST_MAX).or(null),
  burst: integer(1, BURST_MAX).or(null),
};

const TIER = word(TIERS, 'console.tiers').called('accounts.tier');
const LIMITS = { tier: TIER, ...LIMITS_FIELDS };
const ROLE = word(ROLES, 'console.roles').called('accounts.role');

const AUDIT_LINES = 20;

const QUERY = { accountId: id() };
type Query = InputOf<typeof QUERY>;

export const accountScreen = screen('/portal/console/accounts/:accountId', {
  needs: 'see-accounts',
  query: QUERY,
  show,
  forms: {
    limits: changing('accounts', LIMITS, 'accounts.one.limits.saved', (_visit, _account, limits) => {
      const { tier, ...override } = limits;
      return { tier, override };
    }),
    suspend: changing('accounts', {}, 'accounts.one.suspension.suspended', (visit, { email }) => {
      confirm(visit, email, 'accounts.one.suspension.why', { email });
      return { suspended: true };
    }),
    restore: changing('accounts', {}, 'accounts.one.suspension.restored', () => ({ suspended: false })),
    role: changing('roles', { role: ROLE }, 'accounts.one.role.done', (visit, { email }, { role }) => {
      const name = message(`console.roles.${role}`);
      confirm(visit, email, 'accounts.one.role.why', { email, role: name });
      return { role };
    }),
    'revoke-key': form('accounts', {}, async (visit, _, query: Query) => {
      const { accountId } = await changeable(visit, query.accountId);
      await revokeLiveKey(visit, accountId, 'accounts.one.key.why');
      return done('accounts.one.key.done');
    }),
  },
});

/** The account, if the operator may decide on it. Throws NOT_FOUND and FORBIDDEN. */
export async function changeable(visit: SignedInVisit, accountId: number): Promise<Account> {
  const account = required(await visit.services.accounts.findAccount(accountId));
  if (mayChange(visit.account, account)) return account;
  throw refusal('FORBIDDEN', 'input.notYours');
}

function changing<Takes extends Fields>(
  needs: Right,
  fields: Takes,
  message: MessageId,
  changeOf: (visit: SignedInVisit, account: Account, input: InputOf<Takes>) => AccountChange,
) {
  return form(needs, fields, async (visit, input, { accountId }: Query) => {
    const change = changeOf(visit, await changeable(visit, accountId), input);
    await visit.services.accounts.updateAccount(accountId, change, visit.account.accountId);
    return done(message);
  });
}

async function show(visit: SignedInVisit, { accountId }: Query) {
  const { services } = visit;
  const t = visit.words('accounts');
  const account = required(await services.accounts.findAccount(accountId));
  const [keys, usage, quotaRequests, lines] = await Promise.all([
    readKeys(accountId, services),
    readUsage(account, services),
    services.quotaRequests.list(accountId),
    services.auditLog.list({ target: auditName(accountId) }, AUDIT_LINES),
  ]);
  const history = await auditTable(visit, lines, { caption: t('one.history'), about: auditName(accountId) });
  return {
    title: t('one.title', { accountId }),
    lead: html`<strong><bdi>${account.email}</bdi></strong> <bdi>${account.name}</bdi>`,
    body: html`<p class="back"><a href="/portal/console/accounts">${t('one.back')}</a></p>
${account.suspended && notice('bad', t('one.isSuspended'))}
${sideSection(t('one.facts.title'), aboutAccount(visit, account, keys.service, usage), 'about')}
${mayChange(visit.account, account) && changes(visit, account, keys.live)}
${usage.rows.length > 0 && section(t('one.usage.title'), usageChart(visit, dayCounts(usage, firstPeriod(usage)), t('one.usage.title')), { id: 'usage' })}
${keys.history.length > 0 && section(visit.words('key')('history.title'), keyTable(visit, keys.history), { id: 'keys' })}
${quotaRequests.length > 0 && section(t('one.quota'), requestTable(visit, quotaRequests, t('one.quota')), { id: 'quota' })}
${section(t('one.history'), html`${history}<p><a href="/portal/console/audit?account=${accountId}">${t('one.wholeHistory')}</a></p>`, { id: 'history' })}`,
  };
}

type Keys = Awaited<ReturnType<typeof readKeys>>;

function aboutAccount(visit: Visit, account: Account, service: Keys['service'], usage: UsageFigures): Html {
  const t = visit.words('accounts');
  const counted = usage.rows.filter(({ statusClass }) => statusClass !== REFUSED_CLASS);
  const calls = counted.reduce((sum, row) => sum + row.calls, 0);
  const [today, limit] = [visit.number(usage.callsToday), visit.number(usage.dailyQuota)];
  const addOn = t(account.addOnEnrolled ? 'one.facts.enrolled' : 'one.facts.notEnrolled');
  const name = service === null ? t('one.facts.noService') : html`<bdi>${service.serviceName}</bdi>`;
  return facts('rows', [
    [t('role'), visit.words('console')(`roles.${account.role}`)],
    [t('since'), dayOf(account.createdAtMs)],
    [t('one.facts.today'), t('one.facts.todayOf', { calls: today, limit })],
    [t('one.facts.days'), visit.number(calls)],
    [t('one.facts.addOn'), addOn],
    [t('one.facts.service'), name],
    // No link, because strangers type these addresses.
    service !== null && [t('one.facts.serviceUrl'), html`<bdi>${service.serviceUrl}</bdi>`],
    service !== null && [t('one.facts.purpose'), html`<bdi class="typed">${service.purpose}</bdi>`],
    service !== null && [t('one.facts.commercial'), t(service.commercial ? 'one.facts.yes' : 'one.facts.no')],
  ]);
}

function changes(visit: Visit, account: Account, live: Keys['live']): Html {
  const t = visit.words('accounts');
  const { tier, override, suspended, role } = account;
  const tierLimits = visit.services.tierLimits[tier];
  const fields = { tier: TIER, ...limitsFields(visit, LIMITS, tierLimits) };
  const values = { tier, ...override };
  const limits = formOf(visit, 'limits', { fields, values, button: t('one.limits.save') });
  const key =
    live === null
      ? html`<p>${t('one.key.none')}</p>`
      : html`<p class="key" dir="ltr">${maskedKey(visit, live)}</p>
<p class="soft">${wholeDays(live.lastUsed === null ? t('one.key.unused', { issued: momentOf(live.issuedAtMs) }) : t('one.key.used', { issued: momentOf(live.issuedAtMs), day: live.lastUsed }))}</p>
${formOf(visit, 'revoke-key', { button: t('one.key.revoke'), kind: 'danger' })}`;
  const suspension = suspended
    ? html`<p>${t('one.suspension.restoreBody')}</p>${formOf(visit, 'restore', { button: t('one.suspension.restore') })}`
    : html`<p>${t('one.suspension.body')}</p>${formOf(visit, 'suspend', { button: t('one.suspension.suspend'), kind: 'danger' })}`;
  const roles = formOf(visit, 'role', {
    fields: { role: ROLE },
    values: { role },
    button: t('one.role.change'),
    kind: 'plain',
    body: (field) => [
      field('role'),
      html`<ul class="small soft">${ROLES.map((one) => html`<li>${t(`one.role.body.${one}`)}</li>`)}</ul>`,
    ],
  });
  return html`${sideSection(t('one.limits.title'), limits, 'limits')}
${sideSection(t('one.key.title'), key, 'key')}
${sideSection(t('one.suspension.title'), suspension, 'suspension')}
${visit.may('roles') && sideSection(t('role'), roles, 'role')}`;
}

/** Labels the fields. Their hints show the tier's limits, or `quotaNow` for the daily quota. */
export function limitsFields(
  visit: Visit,
  fields: Readonly<Record<keyof Limits, Field<number | null>>>,
  tierLimits: Limits,
  quotaNow?: number,
) {
  const described = (name: keyof Limits) => {
    const isNow = name === 'dailyQuota' && quotaNow !== undefined;
    const limit = visit.number(isNow ? quotaNow : tierLimits[name], { maximumFractionDigits: 2 });
    const hint = isNow ? 'console.limits.nowHint' : 'console.limits.hint';
    return fields[name].called(`console.limits.${name}`, hint, { limit });
  };
  return {
    dailyQuota: described('dailyQuota'),
    burstPerSecond: described('burstPerSecond'),
    burst: described('burst'),
  };
}

const FILTERS = {
  text: typed(0, 254, { type: 'search', ...NO_CORRECTION })
    .or('')
    .called('accounts.text', 'accounts.textHint'),
  role: ROLE.optional('console.any'),
  tier: TIER.optional('console.any'),
  state: word(['active', 'suspended'], 'accounts.states').optional('console.any').called('accounts.state'),
};

/** All accounts, newest first (docs/accounts.md#roles). */
export const accountsScreen = screen('/portal/console/accounts', {
  needs: 'see-accounts',
  limit: 'browsing',
  query: { ...FILTERS, page: pageNumber() },
  async show(visit, { page, ...filters }) {
    const t = visit.words('accounts');
    const c = visit.words('console');
    const { state, ...others } = filters;
    const found = await visit.services.accounts.searchAccounts(
      { ...others, suspended: state && state === 'suspended' },
      (page - 1) * PAGE_SIZE,
      PAGE_SIZE,
    );
    const list = table(t, {
      caption: t('title'),
      part: 'accounts',
      none: t('total', { count: 0 }),
      columns: ['account', 'number:number', 'role', 'tier', 'state', 'since:line'],
      rows: found.accounts.map((one) => [
        html`<a href="/portal/console/accounts/${one.accountId}"><bdi>${one.email}</bdi></a><bdi class="block">${one.name}</bdi>`,
        one.accountId,
        c(`roles.${one.role}`),
        c(`tiers.${one.tier}`),
        one.suspended ? html`<strong class="bad">${t('states.suspended')}</strong>` : t('states.active'),
        dayOf(one.createdAtMs),
      ]),
    });
    const { totalCount } = found;
    return {
      title: t('title'),
      lead: t('lead'),
      body: html`${filterForm(visit, { fields: FILTERS, values: filters, button: t('submit') })}
<p class="total">${t('total', { count: totalCount })}</p>
${totalCount > 0 && list}${pager(visit, { page, totalCount })}`,
    };
  },
});
