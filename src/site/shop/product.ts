import { inOneRevision } from '../../catalog/revision.ts';
import { type Html, type HtmlValue, html } from '../../http/html.ts';
import { rankPicture } from '../kit/charts.ts';
import { id } from '../kit/fields.ts';
import { screen } from '../kit/screen.ts';
import { details, facts, section, table } from '../kit/ui.ts';
import { required, type Visit } from '../kit/visit.ts';
import { breadcrumbData, previewHead, productData } from './head.ts';
import { breadcrumbLine, callsBehind, priceOf, shopPage } from './shelf.ts';
import { type ProductView, viewProduct } from './shown-item.ts';

/** The public page of a product (docs/api.md#links). */
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
  return html`<h1>${view.title}</h1>
${Boolean(view.subTitle) && html`<p class="subtitle"><bdi>${view.subTitle}</bdi></p>`}
${facts(
  about.filter(([, value]) => value !== null && value !== undefined && value !== ''),
  'rows',
  'facts',
)}
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

/** The product's rank by month in each category, as a line chart and as a table of the same figures. */
function ranks(visit: Visit, { histories, categories }: ProductView): Html {
  const t = visit.words('shop');
  const drawn = histories.map(({ categoryId, months }) => {
    const category = categories.find((one) => one.categoryId === categoryId)?.name ?? categoryId;
    const best = Math.min(...months.map(({ rank }) => rank ?? Number.POSITIVE_INFINITY));
    const names = months.length === 1 ? months.slice(0, 1) : [months[0], months.at(-1)];
    const figures = table(t, {
      caption: `${t('product.ranks')} · ${category}`,
      columns: ['product.month:line', 'product.rank:number'],
      rows: months
        .toReversed()
        .map(({ month, rank }) => [
          month,
          rank === null ? t('product.unranked') : t('product.place', { rank }),
        ]),
    });
    return html`<div class="stack"><h3><bdi>${category}</bdi></h3>
${rankPicture(
  months.map(({ rank }) => rank),
  {
    label: t('product.chart', { category, best }),
    names: names.map((one) => one?.month ?? ''),
    number: (rank) => t('product.place', { rank: visit.number(rank) }),
  },
)}${details(visit.words('frame')('asTable'), figures)}</div>`;
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
