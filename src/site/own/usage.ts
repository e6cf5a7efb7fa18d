import { limitsOf, REFUSED_CLASS } from '../../accounts/account.ts';
import type { RecentCall } from '../../accounts/latest-calls.ts';
import type { QuotaRequest } from '../../accounts/quota-requests.ts';
import { formatKstDay } from '../../clock.ts';
import { MEDIA_TYPES, writeCsv } from '../../export/table.ts';
import { DAILY_QUOTA_MAX } from '../../gate/decide.ts';
import { type Html, html } from '../../http/html.ts';
import { readableQuery, testToolAgain } from '../kit/calls.ts';
import { type MoreFigures, type OutcomeCounts, outcomesChart, totalOf } from '../kit/charts.ts';
import { choice, type InputOf, integer, line, paragraph, word } from '../kit/fields.ts';
import { filterForm, formOf } from '../kit/form.ts';
import { done, form, screen } from '../kit/screen.ts';
import { addressWith, type Fact, facts, moment, notice, section, table } from '../kit/ui.ts';
import { dayCounts, firstPeriod, PERIODS, readUsage, type UsageFigures } from '../kit/usage-figures.ts';
import { invalid, type SignedInVisit, type Visit } from '../kit/visit.ts';
import { liveKeyOf } from './key.ts';

const SHOWN_CALLS = ['latest', 'all', 'failed'] as const;
const LATEST = 20;

const FILTER = { endpoint: line(1, 100).optional(), days: word(PERIODS.map(String)).optional() };
const REQUEST = {
  dailyQuota: integer(1, DAILY_QUOTA_MAX),
  reason: paragraph(1, 1000).called('usage.quota.reason', 'usage.quota.reasonHint'),
};

export const usageScreen = screen('/portal/usage', {
  needs: 'account',
  query: { ...FILTER, calls: word(SHOWN_CALLS).or('latest') },
  async show(visit, query) {
    const t = visit.words('usage');
    const usage = await readUsage(visit.account, visit.services);
    const calls = await visit.services.callLog.list(visit.account.accountId);
    const isUnused = usage.rows.length === 0 && calls.length === 0;
    return {
      title: t('title'),
      lead: t('lead'),
      width: 'wide' as const,
      body: html`${today(visit, usage)}
${isUnused ? await nothingYet(visit) : html`${history(visit, usage, query)}${latest(visit, calls, query.calls)}`}
${await quota(visit, usage)}`,
    };
  },
  forms: {
    quota: form('account', REQUEST, async ({ account, services }, { dailyQuota, reason }) => {
      const now = limitsOf(account, services.tierLimits).dailyQuota;
      if (dailyQuota <= now) throw invalid('dailyQuota', 'input.moreThanNow', { now });
      if (!(await services.quotaRequests.add(account.accountId, dailyQuota, reason)))
        throw invalid('dailyQuota', 'input.quotaPending');
      return done('usage.quota.sent');
    }),
  },
});

export const usageFile = screen('/portal/usage.csv', {
  needs: 'account',
  async show({ account, services }) {
    const { today, rows } = await readUsage(account, services);
    const lines = rows.map(({ day, endpoint, statusClass, calls }) => [
      formatKstDay(day),
      endpoint,
      // Calls refused with 429 don't count toward the quota.
      ...(statusClass === REFUSED_CLASS ? [4, calls, 'N'] : [statusClass, calls, 'Y']),
    ]);
    const body = writeCsv([['day', 'endpoint', 'statusClass', 'calls', 'counted'], ...lines]);
    return { name: `usage_${formatKstDay(today)}.csv`, type: MEDIA_TYPES.csv, body };
  },
});

function today(visit: SignedInVisit, usage: UsageFigures): Html {
  const t = visit.words('usage');
  const { callsToday, dailyQuota, remaining, secondsToReset, burstPerSecond: rate, burst } = usage;
  const times = usage.times.find(({ day }) => day === usage.today);
  const list: Fact[] = [
    [t('today.remaining'), visit.number(remaining)],
    [t('today.reset'), html`<span title="${t('today.resetAt')}">${timeLeft(visit, secondsToReset)}</span>`],
    [t('today.burst'), t('today.burstValue', { rate: visit.number(rate), burst: visit.number(burst) })],
    times !== undefined &&
      times.p50Ms !== null &&
      times.p95Ms !== null && [
        t('today.times'),
        html`<span title="${t('today.timesNote')}">${t('today.timesValue', { p50: times.p50Ms, p95: times.p95Ms })}</span>`,
      ],
  ];
  return html`<section id="today" data-part="today" data-live="2"><h2>${t('today.title')}</h2><div class="stack">
<p class="count"><strong data-part="calls-today">${visit.number(callsToday)}</strong> <span class="soft">${t('today.of', { limit: visit.number(dailyQuota) })}</span></p>
<progress aria-label="${t('today.title')}" max="${dailyQuota}" value="${Math.min(callsToday, dailyQuota)}"></progress>
${remaining === 0 && notice('warn', t('today.full'))}${facts('line', list)}
<p class="soft small row"><span>${t('today.live')}</span> <a href="#quota">${t('today.askForMore')}</a></p></div></section>`;
}

function timeLeft({ language }: Visit, seconds: number): string {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)];
  const left = hours > 0 ? { hours, minutes } : { minutes, seconds: seconds % 60 };
  return new Intl.DurationFormat(language, { style: 'short' }).format(left);
}

async function nothingYet({ services, account, ...visit }: SignedInVisit): Promise<Html> {
  const t = visit.words('usage');
  const hasKey = (await liveKeyOf(account.accountId, services)) !== null;
  const link = hasKey
    ? html`<a class="button primary" href="/portal/test">${t('empty.toTool')}</a>`
    : html`<a class="button primary" href="/portal/key">${t('empty.toKey')}</a>`;
  const body = html`<div class="stack"><p>${t(hasKey ? 'empty.body' : 'empty.noKey')}</p><p>${link}</p></div>`;
  return section(t('empty.title'), body, { part: 'empty' });
}

function history(visit: SignedInVisit, usage: UsageFigures, { endpoint, days }: InputOf<typeof FILTER>) {
  const t = visit.words('usage');
  const period = days === undefined ? firstPeriod(usage) : Number(days);
  const counts = dayCounts(usage, period, endpoint ?? null);
  const total = counts.reduce((sum, one) => sum + totalOf(one), 0);
  const limited = counts.reduce((sum, one) => sum + one.limited, 0);
  const isTimed = endpoint === undefined && usage.times.some(({ p50Ms }) => p50Ms !== null);
  const timed = (['p50Ms', 'p95Ms'] as const).map((name): MoreFigures => {
    const textOf = (ms: number | null) => (ms === null ? '' : visit.number(ms));
    const byDay = usage.times.map((one) => [formatKstDay(one.day), textOf(one[name])] as const);
    return [t(`chart.${name}`), new Map(byDay)];
  });
  const title = t('chart.title', { days: period });
  const chart = usageChart(visit, counts, title, isTimed ? timed : []);
  const endpoints = [...new Set(usage.rows.map((row) => row.endpoint))].sort();
  const periods = new Map(PERIODS.map((one) => [String(one), t('chart.days', { days: one })]));
  const fields = {
    endpoint: word(endpoints).optional('usage.chart.all').called('usage.chart.endpoint'),
    days: choice(periods).called('usage.chart.period'),
  };
  const values = { endpoint, days: String(period) };
  const filter = filterForm(visit, { fields, values, button: t('chart.show') });
  const sum = html`<p class="row"><strong>${t('chart.sum', { total })}</strong>${limited > 0 && html` <span class="soft">${t('chart.sumLimited', { limited: visit.number(limited) })}</span>`} <a href="/portal/usage.csv">${t('chart.csv')}</a></p>`;
  return section(title, html`<div class="stack">${filter}${sum}${chart}</div>`, { id: 'history' });
}

export function usageChart(
  visit: Visit,
  counts: readonly OutcomeCounts[],
  title: string,
  more: readonly MoreFigures[] = [],
): Html {
  const t = visit.words('usage');
  const total = visit.number(counts.reduce((sum, one) => sum + totalOf(one), 0));
  const [from, until] = [counts[0]?.name ?? '', counts.at(-1)?.name ?? ''];
  const label = t('chart.label', { from, until, total });
  return outcomesChart(visit, counts, { title, label, head: t('chart.day'), more });
}

function latest(visit: SignedInVisit, calls: readonly RecentCall[], which: (typeof SHOWN_CALLS)[number]) {
  const t = visit.words('usage');
  const matching = which === 'failed' ? calls.filter(({ status }) => status >= 400) : calls;
  const link = (to: (typeof SHOWN_CALLS)[number], text: string) =>
    to !== which && html`<a href="${addressWith(visit.address, { calls: to })}#calls">${text}</a>`;
  const shown = which === 'latest' ? matching.slice(0, LATEST) : matching;
  const rows = table(t, {
    caption: t('calls.title'),
    none: t(which === 'failed' ? 'calls.noneFailed' : 'calls.empty'),
    part: 'calls',
    columns: [
      'calls.time',
      'calls.status:line',
      'calls.endpoint',
      'calls.origin:wide',
      'calls.ms:number',
      [html`<span class="unseen">${t('calls.again')}</span>`],
    ],
    rows: shown.map(({ atMs, status, errorCode, endpoint, query, isTestRun, ms }) => {
      const again = testToolAgain(endpoint, query);
      return [
        moment(atMs),
        statusCell(status, errorCode),
        html`${endpoint}${query !== '' && html`<span class="block mono">${readableQuery(query)}</span>`}`,
        t(isTestRun === true ? 'calls.byTestTool' : 'calls.byKey'),
        visit.number(Math.round(ms * 100) / 100),
        again !== null && html`<a href="${again}">${t('calls.again')}</a>`,
      ];
    }),
  });
  const more = calls.length > LATEST && link('all', t('calls.all'));
  const links = html`<p class="row">${link('latest', t('calls.title'))}${more}${link('failed', t('calls.only'))}</p>`;
  const body = html`<div class="stack">${links}${rows}</div>`;
  return section(t('calls.title'), body, { id: 'calls', lead: t('calls.lead') });
}

function statusCell(status: number, code: string): Html {
  const kind = status >= 500 ? 'bad' : status >= 400 ? 'warn' : 'good';
  return html`<strong class="${kind}">${status}</strong>${code !== '' && html` <a class="block" href="/docs/errors/${code}">${code}</a>`}`;
}

async function quota(visit: SignedInVisit, { dailyQuota }: UsageFigures): Promise<Html> {
  const t = visit.words('usage');
  const requests = await visit.services.quotaRequests.list(visit.account.accountId);
  const isWaiting = requests.some(({ status }) => status === 'waiting');
  const now = { limit: visit.number(dailyQuota) };
  const wanted = REQUEST.dailyQuota.called('usage.quota.dailyQuota', 'usage.quota.dailyQuotaHint', now);
  const fields = { ...REQUEST, dailyQuota: wanted };
  const ask = isWaiting
    ? html`<p class="soft">${t('quota.waitingNote')}</p>`
    : formOf(visit, 'quota', { fields, kind: 'plain', button: t('quota.submit') });
  const list = requests.length > 0 && requestTable(visit, requests, t('quota.list'));
  const body = html`<div class="stack">${ask}${list}</div>`;
  return section(t('quota.title'), body, { id: 'quota', lead: t('quota.lead') });
}

const COLOURS = { waiting: 'warn', approved: 'good', denied: 'bad' } as const;

export function quotaState(visit: Visit, { status, grantedQuota }: QuotaRequest): Html {
  const t = visit.words('console');
  const granted = grantedQuota !== null && t('quotaState.granted', { limit: visit.number(grantedQuota) });
  return html`<strong class="${COLOURS[status]}">${t(`quotaState.${status}`)}</strong>${granted && html`<span class="block">${granted}</span>`}`;
}

export function requestTable(visit: Visit, requests: readonly QuotaRequest[], caption: string): Html {
  const t = visit.words('usage');
  return table(t, {
    caption,
    part: 'quota-requests',
    columns: ['quota.asked', 'quota.wanted:number', 'quota.state', 'quota.note'],
    rows: requests.map((one) => [
      moment(one.createdAtMs),
      visit.number(one.dailyQuota),
      quotaState(visit, one),
      html`<bdi class="typed">${one.note}</bdi>`,
    ]),
  });
}
