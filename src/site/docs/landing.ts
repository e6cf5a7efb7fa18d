import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ApiError } from '../../http/errors.ts';
import { type HtmlValue, html } from '../../http/html.ts';
import { PAGES, screen } from '../kit/screen.ts';
import { copyBlock, section } from '../kit/ui.ts';
import type { Visit } from '../kit/visit.ts';
import { curlCommand, firstCall } from '../own/calls.ts';
import { drawShelf, readShelf } from '../shop/shelf.ts';
import { revisionOf } from '../shop/shown-item.ts';
import { exampleIn, revisionOfDocs } from './context.ts';

/** One row on wide screens. */
const SHOWN_MAX = 5;

/** What the service is, by what it answers now; in an empty shop, how to begin. */
export const landingScreen = screen('/', {
  needs: 'nobody',
  limit: PAGES,
  // The page stays up while the lists can't be read.
  revision: (services) => revisionOf(services).catch(() => revisionOfDocs(services)),
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
      body: html`<div class="landing"><h1>${t('headline')}</h1>
<p class="lead">${t('lead')} ${t('price', { calls: visit.number(services.tierLimits.free.dailyQuota) })}</p>
<p class="buttons"><a class="button primary" href="/portal/sign-up">${t('start')}</a><a class="button" href="/docs">${t('readDocs')}</a><a class="button" href="/search">${t('browse')}</a></p>
${await shelfOrSteps(visit, category)}
<section data-part="call"><h2>${t('callTitle')}</h2><p class="soft">${t('callLead')}</p>${copyBlock(visit, 'curl', curlCommand(services.baseUrl + firstCall(category)))}</section></div>`,
    };
  },
});

/** The list of the last four weeks, or what an empty shop begins with; nothing while it can't be read. */
async function shelfOrSteps(visit: Visit, categoryId: string): Promise<HtmlValue> {
  const call = { endpoint: 'bestseller', parameters: { categoryId, pageSize: String(SHOWN_MAX) } };
  try {
    const { books } = await readShelf(call, visit.services);
    const title = visit.words('landing')('shelfTitle');
    return books.length === 0 ? firstSteps(visit) : section(title, drawShelf(visit, books, title));
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
}

/** What the three first steps of a shop upload, ready to be looked at. */
const SAMPLES = ['categories', 'books', 'orders'] as const;

/** What the operator of an empty shop begins with; nothing once it has categories, books and lists. */
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
  const list = steps.map(
    ([
      name,
      isDone,
      to,
    ]) => html`<li data-part="step-${name}"${isDone && html` class="soft"`}><strong>${isDone && '✓ '}${t(`steps.${name}`)}</strong>
<p>${t(`steps.${name}Body`)} ${!isDone && html`<a href="${to}">${t(`steps.${name}Go`)}</a> · <a href="/samples/${name}.csv">${t('steps.sample')}</a>`}</p></li>`,
  );
  return section(t('steps.title'), html`<ol class="stack">${list}</ol>`, {
    id: 'steps',
    lead: t('steps.lead'),
  });
}

const FOLDER = join(import.meta.dirname, '../../../docs/samples');

/** Sample files to download. */
export const sampleFiles = SAMPLES.map((name) => {
  // The byte order mark tells spreadsheet programs the encoding.
  const body = `\ufeff${readFileSync(join(FOLDER, `${name}.csv`), 'utf8')}`;
  return screen(`/samples/${name}.csv`, {
    needs: 'nobody',
    limit: PAGES,
    show: async () => ({ name: `${name}.csv`, type: 'text/csv; charset=utf-8', body }),
  });
});
