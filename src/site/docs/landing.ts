import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatKstDay, type KstDay, kstDayOf, parseKstDay } from '../../clock.ts';
import { type HtmlValue, html } from '../../http/html.ts';
import { StoreUnavailableError } from '../../sql-database.ts';
import { curlCommand, firstCall } from '../kit/calls.ts';
import { screen } from '../kit/screen.ts';
import { copyBlock, section } from '../kit/ui.ts';
import type { Visit } from '../kit/visit.ts';
import { frontShelf } from '../shop/page.ts';
import { exampleIn } from './context.ts';

const SHOWN_MAX = 5;

export const landingScreen = screen('/', {
  needs: 'nobody',
  limit: 'pages',
  cachedFor: 'minute',
  async show(visit) {
    const { services } = visit;
    const t = visit.words('landing');
    const { category } = await exampleIn(services);
    return {
      title: t('headline'),
      width: 'wide',
      hasOwnHeading: true,
      hasTitles: true,
      head: html`<meta name="description" content="${t('lead')}">
<link rel="canonical" href="${services.baseUrl}/">
<meta property="og:title" content="${t('headline')}">
<meta property="og:description" content="${t('lead')}">`,
      body: html`<div class="landing">
<div>
<h1>${t('headline')}</h1>
<p class="lead">${t('lead')} ${t('price', { calls: visit.number(services.tierLimits.free.dailyQuota) })}</p>
<p class="buttons">
<a class="button primary" href="/portal/sign-up">${t('start')}</a>
<a class="button" href="/docs">${t('readDocs')}</a>
<a class="button" href="/search">${t('browse')}</a>
</p>
</div>
<div class="stack" data-part="call">
${copyBlock(visit, t('callTitle'), curlCommand(services.baseUrl + firstCall(category)))}
<p class="soft small">${t('callLead')}</p>
</div>
</div>
${await shelfOrSteps(visit)}`,
    };
  },
});

async function shelfOrSteps(visit: Visit): Promise<HtmlValue> {
  try {
    return (await frontShelf(visit, SHOWN_MAX))?.drawn ?? (await firstSteps(visit));
  } catch (error) {
    if (error instanceof StoreUnavailableError) return null;
    throw error;
  }
}

const SAMPLES = ['categories', 'books', 'orders'] as const;

export async function firstSteps(visit: Visit): Promise<HtmlValue> {
  const { catalog, rankings } = visit.services;
  const t = visit.words('overview');
  const [categories, items, lists] = await Promise.all([
    catalog.listCategories(),
    catalog.countItems(),
    rankings.findLatestEdition('monthly'),
  ]);
  const steps = [
    ['categories', categories.length > 0, '/portal/console/categories'],
    ['books', items > 0, '/portal/console/feeds'],
    ['orders', lists !== null, '/portal/console/feeds'],
  ] as const;
  if (steps.every(([, isDone]) => isDone)) return null;
  const list = steps.map(([name, isDone, to]) => {
    const way = html`<a href="${to}">${t(`steps.${name}Go`)}</a> · <a href="/samples/${name}.csv">${t('steps.sample')}</a>`;
    return html`<li data-part="step-${name}"${isDone && html` class="soft"`}><strong>${isDone && '✓ '}${t(`steps.${name}`)}</strong>
<p>${t(`steps.${name}Body`)} ${!isDone && way}</p></li>`;
  });
  const body = html`<ol class="stack">${list}</ol>`;
  return section(t('steps.title'), body, { id: 'steps', lead: t('steps.lead') });
}

/** Sample files to download. The latest order is of yesterday, so that the orders count in current lists. */
export const sampleFiles = SAMPLES.map((name) => {
  const file = join(import.meta.dirname, `../../../docs/samples/${name}.csv`);
  const text = readFileSync(file, 'utf8');
  return screen(`/samples/${name}.csv`, {
    needs: 'nobody',
    limit: 'pages',
    async show({ services: { clock } }) {
      const dated = name === 'orders' ? endingOn(kstDayOf(clock.nowMs()) - 1, text) : text;
      // Spreadsheet programs need the byte order mark.
      return { name: `${name}.csv`, type: 'text/csv; charset=utf-8', body: `\ufeff${dated}` };
    },
  });
});

function endingOn(end: KstDay, text: string): string {
  const day = /\d{4}-\d\d-\d\d/g;
  const dayOf = (one: string) => parseKstDay(one) ?? end;
  const last = Math.max(...(text.match(day) ?? []).map(dayOf));
  return text.replace(day, (one) => formatKstDay(dayOf(one) - last + end));
}
