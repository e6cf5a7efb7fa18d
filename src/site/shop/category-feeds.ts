import { setImmediate } from 'node:timers/promises';
import { categoryPath } from '../../catalog/category.ts';
import { formatKstDay, formatKstInstant, kstDayStartMs, kstWeekFirstDay } from '../../clock.ts';
import { html } from '../../http/html.ts';
import type { Language } from '../../messages/languages.ts';
import { typed } from '../kit/fields.ts';
import { screen } from '../kit/screen.ts';
import type { Services } from '../kit/services.ts';
import { required, type Visit } from '../kit/visit.ts';
import { readShelf } from './page.ts';

type Feed = Awaited<ReturnType<typeof readFeed>>;

const WEEKS = 12;

const FORMATS = [
  { format: 'atom', type: 'application/atom+xml', write: writeAtom },
  { format: 'json', type: 'application/feed+json', write: writeJson },
] as const;

const HEADERS = { 'Access-Control-Allow-Origin': '*', 'Cross-Origin-Resource-Policy': 'cross-origin' };

export function feedLinks(categoryId: string, language: Language, { links }: Services) {
  const all = FORMATS.map(({ format, type }) => {
    return { type, url: `${links.category(categoryId)}.${format}?lang=${language}` };
  });
  return {
    head: html`${all.map(({ type, url }) => html`<link rel="alternate" type="${type}" href="${url}">\n`)}`,
    header: all.map(({ type, url }) => `<${url}>; rel="alternate"; type="${type}"`).join(', '),
  };
}

export const categoryFeeds = FORMATS.map(({ format, type, write }) =>
  screen(`/categories/:categoryId.${format}`, {
    needs: 'nobody',
    limit: 'pages',
    query: { categoryId: typed(1, 100) },
    cachedFor: 'minute',
    async show(visit, { categoryId }) {
      const body = write(await readFeed(categoryId, visit));
      return { type: `${type}; charset=utf-8`, body, headers: HEADERS };
    },
  }),
);

/** The content of a category's feed: weekly lists and new products (docs/api.md#feeds-of-a-category). */
async function readFeed(categoryId: string, visit: Visit) {
  const { catalog, links, operatorName: author, publicLists } = visit.services;
  const path = categoryPath(categoryId, await catalog.listCategories()).map(({ name }) => name);
  required(publicLists && path.length > 0);
  const entries = [...(await readWeeks(categoryId, visit)), ...(await readNewProducts(categoryId, visit))];
  return {
    title: `${path.join(' › ')} – ${author}`,
    url: links.category(categoryId),
    language: visit.language,
    author,
    entries: entries.sort((a, b) => b.updatedAtMs - a.updatedAtMs),
  };
}

/** The latest weekly lists. If months are counted again, a finished week still has the same date. */
async function readWeeks(categoryId: string, visit: Visit) {
  const { rankings, links } = visit.services;
  const t = visit.words('shop');
  const latest = await rankings.findLatestEdition('weekly');
  if (latest === null) return [];
  const weeks = await Array.fromAsync({ length: WEEKS }, async (_, back) => {
    await setImmediate();
    const edition = await rankings.findEdition('weekly', latest.period - back);
    if (edition === null) return [];
    const from = formatKstDay(kstWeekFirstDay(edition.period));
    const call = { endpoint: 'bestsellerWeekly', parameters: { categoryId, date: from } };
    const { books, edition: week } = await readShelf(call, visit.services);
    const url = `${links.category(categoryId)}?list=weekly&date=${from}`;
    const entry = {
      id: url,
      url,
      title: t('feeds.week', { week, from, until: formatKstDay(edition.untilDay) }),
      content: html`<ol>${books.map(({ title, author, link }) => html`<li><a href="${link}">${title}</a>${author !== '' && ` – ${author}`}</li>`)}</ol>`,
      // A week's list is first published on its second day.
      publishedAtMs: kstDayStartMs(kstWeekFirstDay(edition.period) + 1),
      updatedAtMs: kstDayStartMs(edition.untilDay + 1),
    };
    return books.length === 0 ? [] : [entry];
  });
  return weeks.flat();
}

async function readNewProducts(categoryId: string, visit: Visit) {
  const { catalog, baseUrl } = visit.services;
  const t = visit.words('shop');
  const { books } = await readShelf({ endpoint: 'newproduct', parameters: { categoryId } }, visit.services);
  const items = await catalog.findItems(books.map(({ itemId }) => itemId));
  return books.map(({ itemId, title, author, cover, link }, at) => ({
    id: `${baseUrl}/goods/${itemId}`,
    url: link,
    title: t('feeds.newProduct', { title }),
    content: html`<p><img src="${cover}" alt=""></p><p>${author}</p>`,
    publishedAtMs: items[at]?.registeredAtMs ?? 0,
    updatedAtMs: items[at]?.registeredAtMs ?? 0,
  }));
}

function writeAtom({ title, url, language, author, entries }: Feed): string {
  const updated = (atMs: number) => html`<updated>${formatKstInstant(atMs)}</updated>`;
  const drawn = entries.map(
    (entry) => html`<entry>
<id>${entry.id}</id>
<title>${entry.title}</title>
<published>${formatKstInstant(entry.publishedAtMs)}</published>
${updated(entry.updatedAtMs)}
<link rel="alternate" type="text/html" href="${entry.url}"/>
<content type="html">${entry.content.toString()}</content>
</entry>
`,
  );
  return html`<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${language}">
<id>${url}.atom</id>
<title>${title}</title>
${updated(entries[0]?.updatedAtMs ?? 0)}
<author><name>${author}</name></author>
<link rel="self" type="application/atom+xml" href="${url}.atom?lang=${language}"/>
<link rel="alternate" type="text/html" href="${url}"/>
${drawn}</feed>
`.toString();
}

/** JSON Feed 1.1 (https://www.jsonfeed.org/version/1.1/). */
function writeJson({ title, url, language, author, entries }: Feed): string {
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title,
    home_page_url: url,
    feed_url: `${url}.json?lang=${language}`,
    language,
    authors: [{ name: author }],
    items: entries.map((entry) => ({
      id: entry.id,
      url: entry.url,
      title: entry.title,
      content_html: entry.content.toString(),
      date_published: formatKstInstant(entry.publishedAtMs),
      date_modified: formatKstInstant(entry.updatedAtMs),
    })),
  });
}
