import { isWithin, mainCategoryOf } from '../../catalog/item.ts';
import { inOneRevision } from '../../catalog/revision.ts';
import { formatKstDay, formatKstMonth, kstDayOf, parseKstMonth } from '../../clock.ts';
import { type Html, type HtmlValue, html } from '../../http/html.ts';
import { rankPicture } from '../kit/charts.ts';
import { id } from '../kit/fields.ts';
import { screen } from '../kit/screen.ts';
import type { Services } from '../kit/services.ts';
import { details, facts, section, table } from '../kit/ui.ts';
import { required, type Visit } from '../kit/visit.ts';
import {
  breadcrumbData,
  breadcrumbLine,
  breadcrumbTo,
  callsBehind,
  findPublicItem,
  itemFields,
  previewHead,
  priceOf,
  type StructuredData,
  shopPage,
} from './page.ts';

export const productScreen = screen('/goods/:itemId', {
  needs: 'nobody',
  limit: 'pages',
  query: { itemId: id() },
  cachedFor: 'minute',
  async show(visit, { itemId }) {
    const { services } = visit;
    const view = required(await inOneRevision(services.revision, () => viewProduct(itemId, services)));
    const { title, link: url, cover, contentDetail, categories } = view;
    const names = view.contributors.map(({ name }) => name).join(', ');
    const text = contentDetail?.bookIntroduction ?? contentDetail?.bookSummary;
    const one = { searchType: 'ItemId', query: String(itemId) };
    const pageTitle = names === '' ? title : `${title} · ${names}`;
    const head = previewHead(visit, {
      title: pageTitle,
      url,
      description: [names, view.publisher, view.publishDate, text].filter(Boolean).join(' · '),
      image: cover,
      kind: 'book',
      data: [productData(view, visit.services), breadcrumbData([...categories, { name: title, url }])],
    });
    const body = html`${breadcrumbLine(visit, categories)}
<article class="product">
<img class="cover" src="${cover}" data-drawn="${visit.services.links.substituteCover('cover', itemId)}" alt="${visit.words('shop')('product.coverOf', { title })}" width="400" height="592">
<div>${aboutProduct(visit, view)}</div>
</article>
${ranks(visit, view)}
${texts(visit, view)}
${callsBehind(visit, [
  { endpoint: 'itemDetail', parameters: { ...one, detail: 'Y' } },
  { endpoint: 'history', parameters: one },
])}`;
    return shopPage(visit, pageTitle, body, { head });
  },
});

type ProductView = NonNullable<Awaited<ReturnType<typeof viewProduct>>>;

async function viewProduct(itemId: number, services: Services) {
  const { catalog, links, clock } = services;
  const item = await findPublicItem(itemId, catalog);
  if (item === null) return null;
  const fields = itemFields(item, links);
  const { deal } = item;
  const isDeal = deal !== null && isWithin(deal, kstDayOf(clock.nowMs()));
  return {
    ...fields,
    contributors: await viewContributors(itemId, fields.author, services),
    deal: isDeal ? { salePrice: deal.salePrice, until: formatKstDay(deal.until) } : null,
    categories: breadcrumbTo(mainCategoryOf(item), await catalog.listCategories(), links),
    histories: await viewRanks(itemId, services),
    eBook: await findPublicItem(fields.ebookId ?? 0, catalog),
  };
}

/** The names in the author line, each with its role, such as 지음, and its page. */
async function viewContributors(itemId: number, authorLine: string, { catalog, links }: Services) {
  if (authorLine === '') return [];
  const names = authorLine.split(', ');
  const contributors = await catalog.listContributors(itemId);
  // A name with a comma was split, too, so roles can't be assigned to names.
  if (names.length !== contributors.length) return [{ name: authorLine, role: '', url: null }];
  return contributors.map(({ role, authorId }, at) => ({
    name: names[at] ?? '',
    role,
    url: authorId === null ? null : links.author(authorId),
  }));
}

type Ranks = readonly { readonly month: string; readonly rank: number }[];

async function viewRanks(itemId: number, { api }: Services) {
  const { json } = await api.read('history', { searchType: 'ItemId', query: String(itemId) });
  type History = Record<'categoryId' | 'rootCategoryId', string> & Record<'ranks' | 'rootRanks', Ranks>;
  const history: History = JSON.parse(json).data;
  const own = { categoryId: history.categoryId, months: monthsBetween(history.ranks) };
  const root = { categoryId: history.rootCategoryId, months: monthsBetween(history.rootRanks) };
  const all = own.categoryId === root.categoryId ? [own] : [own, root];
  return all.filter(({ months }) => months.length > 0);
}

/** All months from the first rank to the last one. `ranks` are oldest first. */
function monthsBetween(ranks: Ranks) {
  const byMonth = new Map(ranks.map(({ month, rank }) => [month, rank]));
  const [first = 0, last = -1] = [ranks[0], ranks.at(-1)].map(
    (one) => parseKstMonth(one?.month ?? '') ?? undefined,
  );
  return Array.from({ length: last - first + 1 }, (_, at) => {
    const month = formatKstMonth(first + at);
    return { month, rank: byMonth.get(month) ?? null };
  });
}

function aboutProduct(visit: Visit, view: ProductView): Html {
  const t = visit.words('shop');
  const { deal, eBook, link: url } = view;
  const isElsewhere = !url.startsWith(`${visit.services.baseUrl}/goods/`);
  const price =
    deal === null
      ? priceOf(visit, view.salePrice)
      : html`<span class="deal">${priceOf(visit, deal.salePrice)}</span> ${t('product.until', { day: deal.until })}`;
  const about: readonly (readonly [string, HtmlValue])[] = [
    [t('product.contributors'), contributorLine(view)],
    [t('product.originalTitle'), view.originalTitle],
    [t('product.publisher'), view.publisher],
    [t('product.publishDate'), view.publishDate],
    [t('product.goodsType'), [view.goodsType, view.itemFormat].filter(Boolean).join(' · ')],
    [t('product.pages'), view.pages],
    [t('product.series'), view.series?.map(({ seriesName }) => seriesName).join(', ')],
    [t('product.shopPrice'), priceOf(visit, view.shopPrice)],
    [t(deal === null ? 'product.salePrice' : 'product.dealPrice'), price],
    [t('product.itemStatus'), view.itemStatus],
    ['ISBN13', view.isbn13],
    ['ISBN10', view.isbn10],
    [t('product.number'), String(view.itemId)],
  ];
  const known = about.filter(([, value]) => value !== null && value !== undefined && value !== '');
  return html`<h1>${view.title}</h1>
${Boolean(view.subTitle) && html`<p class="subtitle"><bdi>${view.subTitle}</bdi></p>`}
${facts('rows', known, 'facts')}
${isElsewhere && html`<p><a href="${url}">${t('product.page')}</a></p>`}
${eBook !== null && html`<p><a href="/goods/${eBook.itemId}">${t('product.eBook')}</a></p>`}`;
}

function contributorLine({ contributors }: ProductView): Html | null {
  if (contributors.length === 0) return null;
  const names = contributors.map(({ name, role, url }, at) => {
    const shown = url === null ? html`<bdi>${name}</bdi>` : html`<a href="${url}"><bdi>${name}</bdi></a>`;
    return html`${at > 0 && ', '}${shown}${role !== '' && html` <span class="soft">(${role})</span>`}`;
  });
  return html`${names}`;
}

function ranks(visit: Visit, { histories, categories }: ProductView): Html {
  const t = visit.words('shop');
  const placeOf = (rank: number | null) =>
    rank === null ? t('product.unranked') : t('product.place', { rank });
  const drawn = histories.map(({ categoryId, months }) => {
    const category = categories.find((one) => one.categoryId === categoryId)?.name ?? categoryId;
    const best = Math.min(...months.map(({ rank }) => rank ?? Number.POSITIVE_INFINITY));
    const ends = new Set([months[0]?.month ?? '', months.at(-1)?.month ?? '']);
    const figures = table(t, {
      caption: `${t('product.ranks')} · ${category}`,
      columns: ['product.month:line', 'product.rank:number'],
      rows: months.toReversed().map(({ month, rank }) => [month, placeOf(rank)]),
    });
    const picture = rankPicture(
      months.map(({ rank }) => rank),
      {
        label: t('product.chart', { category, best }),
        names: [...ends],
        number: (rank) => t('product.place', { rank: visit.number(rank) }),
      },
    );
    return html`<div class="stack"><h3><bdi>${category}</bdi></h3>
${picture}${details(visit.words('frame')('asTable'), figures)}</div>`;
  });
  const lead = t(histories.length === 0 ? 'product.noRanks' : 'product.ranksLead');
  return section(t('product.ranks'), html`<div class="halves">${drawn}</div>`, { id: 'ranks', lead });
}

function texts(visit: Visit, { contentDetail }: ProductView): Html {
  const t = visit.words('shop');
  const parts = [
    [t('product.introduction'), contentDetail?.bookIntroduction],
    [t('product.summary'), contentDetail?.bookSummary],
    [t('product.contents'), contentDetail?.tableOfContents],
  ] as const;
  const drawn = parts.map(
    ([title, text]) => Boolean(text) && section(title, html`<p class="long typed"><bdi>${text}</bdi></p>`),
  );
  return html`${drawn}`;
}

function productData(view: ProductView, { currency, operatorName }: Services): StructuredData {
  const { isbn13, link: url, contentDetail, deal } = view;
  const isBook = /^97[89]/.test(isbn13);
  return {
    '@type': isBook ? ['Product', 'Book'] : 'Product',
    name: view.title,
    url,
    image: view.cover,
    description: contentDetail?.bookIntroduction ?? contentDetail?.bookSummary,
    gtin13: /^\d{13}$/.test(isbn13) ? isbn13 : null,
    ...(isBook ? bookData(view) : {}),
    offers: {
      '@type': 'Offer',
      price: deal?.salePrice ?? view.salePrice,
      priceCurrency: currency,
      priceValidUntil: deal?.until,
      availability: AVAILABILITY[view.itemStatus],
      url,
      seller: { '@type': 'Organization', name: operatorName },
    },
  };
}

function bookData(view: ProductView): object {
  const people = ROLES.map(([name, roles]) => {
    const inRole = view.contributors.filter(({ role }) => roles.test(role));
    return [name, inRole.map(({ name, url }) => ({ '@type': 'Person', name, url }))];
  });
  return {
    alternativeHeadline: view.subTitle,
    isbn: view.isbn13,
    ...Object.fromEntries(people),
    publisher: view.publisher === '' ? null : { '@type': 'Organization', name: view.publisher },
    datePublished: view.publishDate,
    numberOfPages: view.pages,
    isPartOf: view.series?.map(({ seriesName }) => ({ '@type': 'BookSeries', name: seriesName })),
  };
}

/** Roles of contributors that have a property in schema.org; an empty role means author. Mapping more roles would be a guess. */
const ROLES = [
  ['author', /^(지음|지은이|저|저자|공저|글|글쓴이|글·그림|글그림|author|)$/i],
  ['translator', /^(옮김|옮긴이|역|역자|translator)$/i],
  ['illustrator', /^(그림|그린이|글·그림|글그림|illustrator)$/i],
  ['editor', /^(엮음|엮은이|편|편저|editor)$/i],
] as const;

/** The known labels of itemStatus (docs/api.md#labels); search engines can't interpret a shop's own. */
const AVAILABILITY: Readonly<Record<string, string>> = {
  판매중: 'https://schema.org/InStock',
  예약판매: 'https://schema.org/PreOrder',
  일시품절: 'https://schema.org/OutOfStock',
  품절: 'https://schema.org/OutOfStock',
  절판: 'https://schema.org/Discontinued',
  판매중지: 'https://schema.org/Discontinued',
};
