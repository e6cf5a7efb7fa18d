import { formatKstDay } from '../../clock.ts';
import { type Html, html } from '../../http/html.ts';
import {
  DATED_KINDS,
  EDITION_KINDS,
  type Edition,
  isDated,
  REALTIME_BUCKET_MS,
} from '../../rankings/edition.ts';
import { screen } from '../kit/screen.ts';
import type { Services } from '../kit/services.ts';
import { type Fact, facts, momentOf, section, table, wholeDays } from '../kit/ui.ts';
import type { Visit } from '../kit/visit.ts';
import { periodText } from '../shop/page.ts';

const CHECKS = ['calls', 'lists', 'search', 'age', 'mail'] as const;

export const statusScreen = screen('/docs/status', {
  needs: 'nobody',
  limit: 'pages',
  cachedFor: 'five seconds',
  async show(visit) {
    const t = visit.words('status');
    const { mailer, lastCheck } = visit.services;
    const health = lastCheck()?.health;
    // Without a mail server, mail can't fail.
    const checks = CHECKS.filter((name) => name !== 'mail' || mailer.kind === 'smtp');
    const failing = checks.filter((name) => typeof health?.[name] === 'string');
    const isGood = failing.length === 0;
    const states = checks.map((name): Fact => {
      const bad = html`<strong class="bad">${t('notOk')}</strong> ${t(`troubles.${name}`)}`;
      const state = failing.includes(name) ? bad : html`<strong class="good">${t('ok')}</strong>`;
      return [t(`checks.${name}`), state];
    });
    return {
      title: t('title'),
      lead: t('lead'),
      body: html`<div id="status" data-live="30">
<p role="status" class="${isGood ? 'good' : 'bad'}"><strong>${t(isGood ? 'allGood' : 'someBad')}</strong></p>
${facts('rows', states)}${editionsSection(visit, await latestEditions(visit.services))}</div>`,
    };
  },
});

export function editionsSection(visit: Visit, editions: readonly Edition[]): Html {
  const t = visit.words('status');
  const list = table(t, {
    caption: t('editions'),
    none: t('noEditions'),
    columns: ['kind', 'period', 'published:line'],
    rows: editions.map((edition) => [
      t(`kinds.${edition.kind}`),
      wholeDays(periodOf(edition)),
      momentOf(edition.publishedAtMs),
    ]),
  });
  return section(t('editions'), list, { id: 'editions' });
}

export async function latestEditions({ rankings }: Services): Promise<readonly Edition[]> {
  const found = EDITION_KINDS.map((kind) => rankings.findLatestEdition(kind).catch(() => null));
  return (await Promise.all(found)).filter((edition) => edition !== null);
}

function periodOf({ kind, period }: Edition): string {
  if (isDated(kind)) return periodText(DATED_KINDS[kind].format(period));
  return kind === 'realtime' ? momentOf(period * REALTIME_BUCKET_MS) : formatKstDay(period);
}
