import { type Html, type HtmlValue, html } from '../../http/html.ts';
import { HEALTH_CHECKS } from '../../http/metrics.ts';
import { firstSteps } from '../docs/landing.ts';
import { editionsSection, latestEditions } from '../docs/status.ts';
import { outcomesChart, totalOf } from '../kit/charts.ts';
import { screen } from '../kit/screen.ts';
import { agoOf, facts, notice, section, sizeOf, table, timeOf } from '../kit/ui.ts';
import type { Visit } from '../kit/visit.ts';
import { nameOf } from './audit.ts';

export const overviewScreen = screen('/portal/console', {
  needs: 'console',
  async show(visit) {
    const t = visit.words('overview');
    const seesShop = visit.may('see-shop');
    return {
      title: t('title'),
      lead: t('lead'),
      body: html`${seesShop && (await firstSteps(visit))}
${seesShop && (await segmentsNotice(visit))}
<div id="now" data-live="5">
<div class="halves">${machine(visit)}${await stock(visit)}</div>
<div class="halves">${await calls(visit)}${editionsSection(visit, await latestEditions(visit.services))}</div>
${seesShop && (await lastFeeds(visit))}
</div>`,
    };
  },
});

/** Lists by sex and age may reveal single buyers. Warns of this until the operator has set a minimum. */
async function segmentsNotice(visit: Visit): Promise<HtmlValue> {
  const { isSegmentMinSet, rankingAdmin } = visit.services;
  if (isSegmentMinSet || !(await rankingAdmin.hasSegments())) return null;
  const t = visit.words('overview');
  const line = html`<code>SEOGA_MIN_SEGMENT_COPIES=3</code>`;
  return notice('warn', html`${t('segments.body')} ${line}`, { title: t('segments.title') });
}

function machine(visit: Visit): HtmlValue {
  const t = visit.words('overview');
  const { mailer, lastCheck } = visit.services;
  const look = lastCheck();
  const ago = (atMs: number | null) => (atMs === null ? t('never') : agoOf(visit, atMs));
  const { sentAtMs, failedAtMs, trouble } = mailer.sending();
  const failed = trouble === null ? ago(failedAtMs) : `${ago(failedAtMs)} (${trouble})`;
  const sends = mailer.kind === 'smtp';
  const figures = facts('line', [
    look !== null && [t('diskFree'), sizeOf(visit, look.diskFreeBytes)],
    look !== null && [t('dataSize'), sizeOf(visit, look.dataBytes)],
    look !== null && [t('backup'), ago(look.backupAtMs)],
    sends && [t('mailSent'), ago(sentAtMs)],
    sends && [t('mailFailed'), failed],
  ]);
  const failing = look === null ? [] : HEALTH_CHECKS.filter((name) => look.health[name] !== null);
  const troubles = failing.map((name) => visit.words('status')(`troubles.${name}`)).join(' · ');
  const warning = failing.length > 0 && notice('warn', troubles, { title: t('failing') });
  if (look === null && !sends) return null;
  return section(t('machine'), html`<div class="stack">${warning}${figures}</div>`);
}

async function calls(visit: Visit): Promise<Html> {
  const t = visit.words('overview');
  const found = await visit.services.callLog.minutes();
  const minutes = found.map((one) => ({ ...one, name: timeOf(one.atMs) }));
  const sum = (name: 'limited' | 'failed') => minutes.reduce((all, one) => all + one[name], 0);
  const [limited, failed] = [sum('limited'), sum('failed')];
  const totals = minutes.map(totalOf);
  const figures = facts('figures', [
    // The current minute is incomplete: the previous one is shown.
    [t('chart.lastMinute'), visit.number(totals.at(-2) ?? 0)],
    [t('chart.lastHour'), visit.number(totals.reduce((all, one) => all + one, 0))],
    [t('chart.limited'), html`<span${limited > 0 && html` class="warn"`}>${visit.number(limited)}</span>`],
    [t('chart.failed'), html`<span${failed > 0 && html` class="bad"`}>${visit.number(failed)}</span>`],
  ]);
  const chart = outcomesChart(visit, minutes, {
    title: t('chart.title'),
    label: t('chart.label', { from: minutes[0]?.name ?? '', until: minutes.at(-1)?.name ?? '' }),
    head: t('chart.minute'),
  });
  return section(t('chart.title'), html`<div class="stack">${figures}${chart}</div>`, { id: 'calls' });
}

async function stock(visit: Visit): Promise<Html> {
  const t = visit.words('overview');
  const { accounts, catalog, quotaRequests } = visit.services;
  const link = (to: string, count: number) =>
    html`<a href="/portal/console/${to}">${visit.number(count)}</a>`;
  const [items, categories, counts, waiting] = await Promise.all([
    catalog.countItems(),
    catalog.listCategories(),
    accounts.countAccounts(),
    quotaRequests.listAll('waiting', 0, 0),
  ]);
  const [shop, people] = [visit.may('see-shop'), visit.may('see-accounts')];
  const figures = facts('figures', [
    [t('items'), shop ? link('shop', items) : visit.number(items)],
    shop && [t('categories'), link('categories', categories.length)],
    people && [t('accounts'), link('accounts', counts.accounts)],
    people && [t('liveKeys'), visit.number(counts.liveKeys)],
    people && [t('suspended'), link('accounts?state=suspended', counts.suspended)],
    people && [t('waiting'), link('quota-requests', waiting.totalCount)],
  ]);
  return section(t('stock'), figures, { id: 'stock' });
}

/** The last successful feed of each source: an old date shows that a source has stopped sending. */
async function lastFeeds(visit: Visit): Promise<HtmlValue> {
  const t = visit.words('overview');
  const feeds = await visit.services.importLog.listGoodFeeds();
  if (feeds.length === 0) return null;
  const list = table(t, {
    caption: t('goodFeeds'),
    columns: ['source', 'file', 'imported'],
    rows: feeds.map(({ source, name, endedAtMs }) => [
      html`<bdi>${nameOf(visit, 'parties', source)}</bdi>`,
      html`<bdi>${name}</bdi>`,
      agoOf(visit, endedAtMs),
    ]),
  });
  return section(t('goodFeeds'), list, { id: 'feeds' });
}
