import { formatKstDay, formatKstMonth } from '../../clock.ts';
import { type Html, html } from '../../http/html.ts';
import { monthClosesAtMs, nextNightlyMs, RUN_KINDS, type RunKind } from '../../rankings/schedule.ts';
import { month, word } from '../kit/fields.ts';
import { buttonForm, formOf } from '../kit/form.ts';
import { done, form, screen } from '../kit/screen.ts';
import { facts, moment, momentOf, secondsOf, section, table } from '../kit/ui.ts';
import { confirm, invalid, type Visit } from '../kit/visit.ts';

const RUNS_SHOWN = 20;

const RESTATE = {
  month: month().called('consoleRankings.restate.month', 'consoleRankings.restate.monthHint'),
};

export const rankingsScreen = screen('/portal/console/rankings', {
  needs: 'see-shop',
  async show(visit) {
    const t = visit.words('consoleRankings');
    const ask = (kind: RunKind, text: 'runTally' | 'runRefresh') =>
      html`<div>${buttonForm(visit, 'run', { kind }, t(text))}<p class="hint">${t(`${text}Hint`)}</p></div>`;
    const current = html`<div class="stack">
<div id="state" class="stack" data-live="2" data-part="state">${await state(visit)}</div>
${visit.may('shop') && html`<div class="halves">${ask('tally', 'runTally')}${ask('refresh', 'runRefresh')}</div>`}
</div>`;
    const restate = formOf(visit, 'restate', { fields: RESTATE, button: t('restate.open'), kind: 'danger' });
    return {
      title: t('title'),
      lead: t('lead'),
      body: html`${section(t('state'), current)}
${visit.may('shop') && section(t('restate.title'), restate, { id: 'restate', lead: t('restate.body') })}
${await latestRuns(visit, 'tally')}
${await latestRuns(visit, 'refresh')}`,
    };
  },
  forms: {
    run: form(['shop', 'changing'], { kind: word(RUN_KINDS) }, async ({ services, actor }, { kind }) => {
      await services.runRequests.request(kind, actor);
      return done(`consoleRankings.requested.${kind}`);
    }),
    restate: form(['shop', 'changing'], RESTATE, async (visit, { month: restated }) => {
      const { orderDesk, runRequests, clock } = visit.services;
      const closesAtMs = monthClosesAtMs(restated);
      if (clock.nowMs() < closesAtMs)
        throw invalid('month', 'input.openMonth', { until: momentOf(closesAtMs) });
      const late = await orderDesk.findLate(restated);
      if (late === null) throw invalid('month', 'input.noListOfMonth');
      const [lines, cancellations] = [late.lateLines, late.lateCancellations];
      const values = { month: formatKstMonth(restated), lines, cancellations };
      confirm(visit, lines + cancellations, 'consoleRankings.restate.size', values);
      if (!(await orderDesk.restate(restated, visit.actor))) throw invalid('month', 'input.noListOfMonth');
      await runRequests.request('tally', null);
      return done('consoleRankings.restate.done', values);
    }),
  },
});

async function state(visit: Visit): Promise<Html> {
  const t = visit.words('consoleRankings');
  const { rankingAdmin, runRequests, clock } = visit.services;
  const { tallied, refreshed } = await rankingAdmin.progress();
  const [underWay, requested] = [await runRequests.underWay(), await runRequests.requested()];
  const time = (ms: number | undefined) => (ms === undefined ? t('never') : momentOf(ms));
  const what =
    underWay === null
      ? t(requested === null ? 'idle' : `requested.${requested}`)
      : html`${t(`running.${underWay.kind}`, { done: underWay.monthsDone, total: underWay.monthsTotal })}${underWay.monthsTotal > 0 && html` <progress max="${underWay.monthsTotal}" value="${underWay.monthsDone}" aria-label="${t('progress')}"></progress>`}`;
  return html`${facts('line', [
    [t('talliedUntil'), tallied === null ? t('never') : formatKstDay(tallied.untilDay)],
    [t('talliedAt'), time(tallied?.talliedAtMs)],
    [t('refreshedAt'), time(refreshed?.refreshedAtMs)],
    [t('nextTally'), time(nextNightlyMs(clock.nowMs()))],
  ])}<p role="status">${what}</p>`;
}

const COLOURS = { published: 'good', failed: 'bad', stopped: 'warn' } as const;

async function latestRuns(visit: Visit, kind: RunKind): Promise<Html> {
  const t = visit.words('consoleRankings');
  const isTally = kind === 'tally';
  const id = isTally ? 'tallies' : 'refreshes';
  const runs = await visit.services.rankingAdmin.listRuns(kind, RUNS_SHOWN);
  const list = table(t, {
    caption: t(id),
    none: t('none'),
    part: kind,
    columns: [
      'started',
      'cause',
      'outcome',
      isTally && 'until:line',
      isTally && 'months:number',
      'lists:number',
      'took:number',
    ],
    rows: runs.map(({ startedAtMs, cause, outcome, untilDay, months, editions, elapsedMs }) => [
      moment(startedAtMs),
      t(`causes.${cause}`),
      html`<strong class="${COLOURS[outcome]}">${t(`outcomes.${outcome}`)}</strong>`,
      untilDay !== null && formatKstDay(untilDay),
      visit.number(months),
      visit.number(editions),
      secondsOf(visit, elapsedMs),
    ]),
  });
  return section(t(id), list, { id });
}
