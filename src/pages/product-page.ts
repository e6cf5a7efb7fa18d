import { type Html, html } from '../http/html.ts';
import type { Language } from '../messages/languages.ts';
import { categoryPath, formatPrice, layOutPage, linkTo, type PageFrame, pageTexts } from './layout.ts';
import type { Site } from './site.ts';
import { breadcrumbData, productData } from './structured-data.ts';
import type { ContributorView, ProductView } from './views.ts';

/** The public page of a product (docs/rules/interface.md#links). */
export function renderProductPage(view: ProductView, site: Site, lang: Language): string {
  const t = pageTexts(lang);
  const main = html`${categoryPath(view.categories, lang)}
<article class="product">
<img class="cover" src="${view.coverUrl}" alt="${t('coverOf', { title: view.title })}">
<div>
<h1>${view.title}</h1>
${view.subTitle !== '' && html`<p class="subtitle">${view.subTitle}</p>`}
<dl>
${factRows(view, site, lang)}</dl>
${view.eBookUrl !== null && html`<p><a href="${view.eBookUrl}">${t('eBook')}</a></p>`}
${view.ranks.length > 0 && rankList(view, lang)}
${textSection(t('introduction'), view.introduction)}${textSection(t('summary'), view.summary)}${textSection(t('contents'), view.contents)}
</div>
</article>`;
  return layOutPage(frameOf(view, site, lang), main);
}

function frameOf(view: ProductView, site: Site, lang: Language): PageFrame {
  const { title, url } = view;
  const names = view.contributors.map(({ name }) => name).join(', ');
  const about = [names, view.publisher, view.publishDate, view.introduction ?? view.summary ?? ''];
  return {
    lang,
    site,
    title: names === '' ? title : `${title} · ${names}`,
    root: '../',
    preview: {
      url,
      description: about.filter(Boolean).join(' · '),
      image: view.coverUrl,
      kind: 'book',
      data: [productData(view, site), breadcrumbData([...view.categories, { name: title, url }])],
    },
  };
}

function factRows(view: ProductView, site: Site, lang: Language): Html[] {
  const t = pageTexts(lang);
  const row = (name: string, value: string | Html | null) =>
    value === null || value === '' ? html`` : html`<dt>${name}</dt><dd>${value}</dd>\n`;
  return [
    row(t('contributors'), contributorLine(view.contributors)),
    row(t('originalTitle'), view.originalTitle),
    row(t('publisher'), view.publisher),
    row(t('publishDate'), view.publishDate),
    row(t('goodsType'), [view.goodsType, view.itemFormat].filter(Boolean).join(' · ')),
    row(t('pages'), view.pages === null ? null : String(view.pages)),
    row(t('series'), view.series.join(', ')),
    row(t('shopPrice'), formatPrice(view.shopPrice, site, lang)),
    view.deal === null
      ? row(t('salePrice'), formatPrice(view.salePrice, site, lang))
      : dealRow(view.deal, site, lang),
    row(t('itemStatus'), view.itemStatus),
    row('ISBN13', view.isbn13),
    row('ISBN10', view.isbn10),
  ];
}

function dealRow(deal: NonNullable<ProductView['deal']>, site: Site, lang: Language): Html {
  const t = pageTexts(lang);
  const price = formatPrice(deal.salePrice, site, lang);
  return html`<dt>${t('dealPrice')}</dt><dd><strong class="deal">${price}</strong> ${t('until', { day: deal.until })}</dd>\n`;
}

function contributorLine(contributors: readonly ContributorView[]): Html | null {
  if (contributors.length === 0) return null;
  const names = contributors.map(({ name, role, url }, index) => {
    const shown = url === null ? html`<bdi>${name}</bdi>` : linkTo({ name, url });
    return html`${index > 0 && ', '}${shown}${role !== '' && html` <span class="soft">(${role})</span>`}`;
  });
  return html`${names}`;
}

function textSection(heading: string, text: string | null): Html | null {
  if (text === null || text === '') return null;
  return html`<section><h2>${heading}</h2><p class="text">${text}</p></section>\n`;
}

function rankList(view: ProductView, lang: Language): Html {
  const t = pageTexts(lang);
  const category = view.categories.at(-1)?.name ?? '';
  const months = view.ranks.map(
    ({ month, rank }) =>
      html`<li><span class="soft">${month}</span> <strong>${t('rankValue', { rank })}</strong></li>\n`,
  );
  return html`<section><h2>${t('ranks')}${category !== '' && html` <span class="soft"><bdi>${category}</bdi></span>`}</h2>
<ol class="ranks">
${months}</ol></section>`;
}
