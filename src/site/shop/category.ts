import { formatKstDay, kstWeekFirstDay, parseKstWeek } from '../../clock.ts';
import { type Html, type HtmlValue, html } from '../../http/html.ts';
import { givenOf, type InputOf, month, pageNumber, parameterFields, typed, word } from '../kit/fields.ts';
import { filterForm } from '../kit/form.ts';
import { screen } from '../kit/screen.ts';
import { addressWith, pager, tabs } from '../kit/ui.ts';
import { required, type Visit } from '../kit/visit.ts';
import { feedLinks } from './category-feeds.ts';
import {
  breadcrumbData,
  breadcrumbLine,
  breadcrumbTo,
  callsBehind,
  categoryAddress,
  categoryChips,
  categoryData,
  drawShelf,
  periodText,
  previewHead,
  readShelf,
  SHELF_SIZE,
  type Shelf,
  type ShownCall,
  shopPage,
} from './page.ts';

/** The endpoint of each list, and its choices. */
const LISTS = {
  monthly: ['bestsellerMonthly', 'month', 'sex', 'age'],
  overall: ['bestseller', 'sex', 'age'],
  weekly: ['bestsellerWeekly', 'date'],
  daily: ['bestsellerDaily', 'date'],
  realtime: ['bestsellerRealtime'],
  steady: ['bestsellerSteady'],
  deal: ['bestsellerDeal'],
  new: ['newproduct'],
  attention: ['newproductAttention'],
} as const;
type List = keyof typeof LISTS;
const NAMES = Object.keys(LISTS) as readonly List[];

const QUERY = {
  categoryId: typed(1, 100),
  list: word(NAMES).or('monthly'),
  month: month().optional().called('shop.month'),
  ...parameterFields('bestsellerMonthly', ['date', 'sex', 'age']),
  page: pageNumber(),
};
type Choice = InputOf<typeof QUERY>;

export const categoryScreen = screen('/categories/:categoryId', {
  needs: 'nobody',
  limit: 'pages',
  query: QUERY,
  isFilter: true,
  cachedFor: 'minute',
  async show(visit, choice) {
    const { services, language } = visit;
    const { catalog, links, publicLists } = services;
    const t = visit.words('shop');
    const { categoryId } = choice;
    const categories = await catalog.listCategories();
    const category = required(categories.find((one) => one.categoryId === categoryId));
    const { categoryName: title } = category;
    const shelf = await readShelf(callOf(choice), services);
    const path = breadcrumbTo(categoryId, categories, links);
    const below = categories.filter(({ parentId }) => parentId === categoryId);
    const body = html`${breadcrumbLine(visit, path.slice(0, -1))}
<h1>${title}</h1>
${below.length > 0 && html`<nav class="below" aria-label="${t('children')}">${categoryChips(below)}</nav>`}
${listLinks(visit, choice)}
${filters(visit, choice, shelf)}
${drawList(visit, choice, shelf)}
${callsBehind(visit, [shelf.call])}`;
    const isPlain = addressOf(choice, {}) === categoryAddress(categoryId);
    if (!isPlain) return shopPage(visit, title, body, false);
    const url = links.category(categoryId);
    const feeds = publicLists ? feedLinks(categoryId, language, services) : null;
    const books = shelf.books.map((book) => ({ name: book.title, url: book.link }));
    const about = [path.map(({ name }) => name).join(' › '), headingOf(visit, choice, shelf)];
    const head = previewHead(visit, {
      title,
      url,
      description: [...about, ...books.slice(0, 3).map(({ name }) => name)].join(' · '),
      image: shelf.books[0]?.cover ?? '',
      kind: 'website',
      data: [categoryData({ name: title, url }, books), breadcrumbData(path)],
    });
    return shopPage(visit, title, body, { link: feeds?.header, head: html`${feeds?.head}${head}` });
  },
});

function callOf(choice: Choice): ShownCall {
  const { list: _, month: chosen, ...others } = givenIn(choice);
  const date = chosen !== undefined && { date: `${chosen}-01` };
  const parameters = { categoryId: choice.categoryId, ...date, ...others };
  return { endpoint: LISTS[choice.list][0], parameters };
}

function addressOf(choice: Choice, change: Partial<Choice>): string {
  return addressWith(categoryAddress(choice.categoryId), givenIn({ ...choice, ...change }));
}

function givenIn(choice: Choice) {
  const names = ['list', ...LISTS[choice.list].slice(1), 'page'];
  return givenOf(QUERY, Object.fromEntries(Object.entries(choice).filter(([name]) => names.includes(name))));
}

function headingOf(visit: Visit, { list }: Choice, { edition }: Shelf): string {
  const name = visit.words('shop')(`lists.${list}`);
  return edition === '' ? name : `${name} · ${periodText(edition)}`;
}

function listLinks(visit: Visit, choice: Choice): Html {
  const t = visit.words('shop');
  const links = NAMES.map(
    (list) => [addressOf(choice, { list, page: 1 }), t(`lists.${list}`), list === choice.list] as const,
  );
  return tabs(t('lists.label'), links, 'lists');
}

function filters(visit: Visit, choice: Choice, { edition }: Shelf): HtmlValue {
  const { list } = choice;
  const [, ...choices]: readonly string[] = LISTS[list];
  if (choices.length === 0) return null;
  const t = visit.words('shop');
  return filterForm(visit, {
    fields: QUERY,
    values: { ...choice, month: choice.month ?? edition, date: choice.date || dayIn(edition) },
    button: t('show'),
    hidden: { list },
    body: (field) =>
      (['month', 'date', 'sex', 'age'] as const).map((name) => choices.includes(name) && field(name)),
  });
}

/** The day, or the first day of the week, that a list describes. */
function dayIn(edition: string): string {
  const week = parseKstWeek(edition);
  return week === null ? edition : formatKstDay(kstWeekFirstDay(week));
}

function drawList(visit: Visit, choice: Choice, shelf: Shelf): Html {
  const t = visit.words('shop');
  const { page } = choice;
  const heading = headingOf(visit, choice, shelf);
  if (shelf.books.length === 0) {
    const plain = addressOf(choice, { month: undefined, date: '', sex: 'A', age: '255', page: 1 });
    return html`<div class="none" data-part="none"><p><strong>${t('noneTitle')}</strong></p><p>${shelf.reason?.[visit.language]}</p>
${plain !== addressOf(choice, {}) && html`<p><a class="button" href="${plain}">${t('widen')}</a></p>`}</div>`;
  }
  const at = { ...visit, address: addressOf(choice, {}) };
  return html`<section class="list"><h2 class="unseen">${heading}</h2><p class="small soft">${shelf.edition !== '' && html`${t('edition', { edition: periodText(shelf.edition) })} · `}${t('total', { count: shelf.totalCount })}</p>
${drawShelf(visit, shelf.books, heading)}
${pager(at, { page, pageSize: SHELF_SIZE, totalCount: shelf.totalCount })}</section>`;
}
