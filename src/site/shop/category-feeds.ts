import { setImmediate } from 'node:timers/promises';
import { categoryPath } from '../../catalog/category.ts';
import { formatKstDay, formatKstInstant, kstDayStartMs, kstWeekFirstDay } from '../../clock.ts';
import { type Html, html } from '../../http/html.ts';
import type { Language } from '../../messages/languages.ts';
import { typed } from '../kit/fields.ts';
import { screen } from '../kit/screen.ts';
import type { Services } from '../kit/services.ts';
import { required, wordsOf } from '../kit/visit.ts';
import { readShelf } from './page.ts';

/** What feed readers get of a category (docs/api.md#feeds-of-a-category). */
interface Feed {
  readonly title: string;
  readonly url: string;
  readonly language: Language;
  readonly author: string;
  readonly entries: readonly Entry[];
}

interface Entry {
  /** A permanent URL. */
  readonly id: string;
  readonly url: string;
  readonly title: string;
  readonly content: Html;
  readonly publishedAtMs: number;
  readonly updatedAtMs: number;
}

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
    async show({ services, language }, { categoryId }) {
      const { catalog, links, operatorName, publicLists } = services;
      const path = categoryPath(categoryId, await catalog.listCategories()).map(({ name }) => name);
      required(publicLists && path.length > 0);
      const weeks = await readWeeks(categoryId, language, services);
      const books = await readNewProducts(categoryId, language, services);
      const body = write({
        title: `${path.join(' › ')} – ${operatorName}`,
        url: links.category(categoryId),
        language,
        author: operatorName,
        entries: [...weeks, ...books].sort((a, b) => b.updatedAtMs - a.updatedAtMs),
      });
      return { type: `${type}; charset=utf-8`, body, headers: HEADERS };
    },
  }),
);

/** The latest weekly lists. A finished week keeps its date, even if its months are counted again. */
async function readWeeks(categoryId: string, language: Language, services: Services): Promise<Entry[]> {
  const { rankings, links } = services;
  const t = wordsOf('shop', language);
  const latest = await rankings.findLatestEdition('weekly');
  const entries: Entry[] = [];
  for (let back = 0; latest !== null && back < WEEKS; back++) {
    await setImmediate();
    const edition = await rankings.findEdition('weekly', latest.period - back);
    if (edition === null) continue;
    const from = formatKstDay(kstWeekFirstDay(edition.period));
    const call = { endpoint: 'bestsellerWeekly', parameters: { categoryId, date: from } };
    const { books, edition: week } = await readShelf(call, services);
    if (books.length === 0) continue;
    const url = `${links.category(categoryId)}?list=weekly&date=${from}`;
    entries.push({
      id: url,
      url,
      title: t('feeds.week', { week, from, until: formatKstDay(edition.untilDay) }),
      content: html`<ol>${books.map(({ title, author, link }) => html`<li><a href="${link}">${title}</a>${author !== '' && ` – ${author}`}</li>`)}</ol>`,
      // A week's list is first published on its second day.
      publishedAtMs: kstDayStartMs(kstWeekFirstDay(edition.period) + 1),
      updatedAtMs: kstDayStartMs(edition.untilDay + 1),
    });
  }
  return entries;
}

async function readNewProducts(categoryId: string, language: Language, services: Services): Promise<Entry[]> {
  const { catalog, baseUrl } = services;
  const t = wordsOf('shop', language);
  const { books } = await readShelf({ endpoint: 'newproduct', parameters: { categoryId } }, services);
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
