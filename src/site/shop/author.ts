import { isPublic } from '../../catalog/catalog-store.ts';
import { inOneRevision } from '../../catalog/revision.ts';
import { html } from '../../http/html.ts';
import { PLAIN_SEARCH, SEARCH_LENGTH_MAX, SearchUnavailableError } from '../../search/search-index.ts';
import { id, integer } from '../kit/fields.ts';
import { screen } from '../kit/screen.ts';
import type { Services } from '../kit/services.ts';
import { facts, pager, section } from '../kit/ui.ts';
import { required } from '../kit/visit.ts';
import { drawShelf, itemFields, previewHead, shopPage } from './page.ts';

const WORKS_PER_PAGE = 48;

/** No author's books fill more pages. */
const PAGES_MAX = 100;

export const authorScreen = screen('/authors/:authorId', {
  needs: 'nobody',
  limit: 'pages',
  query: { authorId: id(), page: integer(1, PAGES_MAX).or(1) },
  cachedFor: 'minute',
  async show(visit, { authorId, page }) {
    const { services } = visit;
    const t = visit.words('shop');
    const { author, birthDate, deathDate, debutTitle, details } = required(
      await services.catalog.findAuthor(authorId),
    );
    const { books, totalCount } = await findWorks(authorId, author, page, services);
    required(page === 1 || (page - 1) * WORKS_PER_PAGE < totalCount);
    const known = [
      [t('author.birth'), birthDate],
      [t('author.death'), deathDate],
      [t('author.debut'), debutTitle],
    ].filter(([, value]) => value !== '');
    const years = [birthDate, deathDate].filter(Boolean).join('–');
    const about = [years === '' ? author : `${author} (${years})`, details];
    // Search engines index the first page alone.
    const head =
      page === 1 &&
      previewHead(visit, {
        title: author,
        url: services.links.author(authorId),
        description: about.filter(Boolean).join(' · '),
        image: books[0]?.cover ?? '',
        kind: 'profile',
      });
    const body = html`<h1>${author}</h1>
${facts(
  'line',
  known.map(([name, value]) => [name, html`<bdi>${value}</bdi>`]),
)}
${details !== '' && section(t('author.about'), html`<p class="long typed"><bdi>${details}</bdi></p>`)}
${books.length > 0 && section(t('author.works'), drawShelf(visit, books, t('author.works')))}
${pager(visit, { page, totalCount, pageSize: WORKS_PER_PAGE })}`;
    return shopPage(visit, page === 1 ? author : `${author} (${page})`, body, head && { head });
  },
});

/** `totalCount` includes books of namesakes, so a page may be short. No books while search is unavailable. */
async function findWorks(authorId: number, name: string, page: number, services: Services) {
  const { search, catalog, revision, links } = services;
  const offset = (page - 1) * WORKS_PER_PAGE;
  const query = name.slice(0, SEARCH_LENGTH_MAX);
  const asked = { ...PLAIN_SEARCH, query, target: 'author', offset, limit: WORKS_PER_PAGE } as const;
  const { itemIds, totalCount } = await search.search(asked).catch((error: unknown) => {
    if (error instanceof SearchUnavailableError) return { itemIds: [], totalCount: 0 };
    throw error;
  });
  const [items, people] = await inOneRevision(revision, () =>
    Promise.all([catalog.findItems(itemIds), Promise.all(itemIds.map(catalog.listContributors))]),
  );
  const books = items
    .filter((_, at) => people[at]?.some((one) => one.authorId === authorId))
    .filter(isPublic)
    .map((item) => {
      const { itemId, title, author, cover } = itemFields(item, links);
      return { itemId, title, author, cover };
    });
  return { books, totalCount: Math.min(totalCount, PAGES_MAX * WORKS_PER_PAGE) };
}
