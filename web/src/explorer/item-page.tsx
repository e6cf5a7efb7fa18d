import '../design/fonts/titles.css';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useFormatter, useTranslations } from 'use-intl';
import type { ItemPage as ItemPageView, RankView } from '../../../src/portal/contract/catalogue.ts';
import { PortalError, portalQuery } from '../api.ts';
import { TextLink } from '../design/button.tsx';
import { Cover } from '../design/cover.tsx';
import { Facts } from '../design/facts.tsx';
import { Notice } from '../design/notice.tsx';
import { useDocumentTitle } from '../design/page.tsx';
import { Section } from '../design/section.tsx';
import { Table } from '../design/table.tsx';
import { Fetched } from '../forms/fetched.tsx';
import { MadeBy } from './made-by.tsx';
import { RankChart } from './rank-chart.tsx';
import { monthsBetween } from './rank-months.ts';

const route = getRouteApi('/portal/explorer/items/$itemId');

/** Everything the API says about one product. */
export function ItemPage() {
  const t = useTranslations('explorer');
  const { itemId } = route.useParams();
  const query = useQuery(portalQuery('/item', { itemId }));
  const { data, error } = query;
  useDocumentTitle(data?.title ?? t('title'));
  const isGone = error instanceof PortalError && error.status === 404;
  return (
    <div className="mx-auto max-w-6xl px-4 pt-8 pb-24 sm:px-8">
      <p className="mb-8">
        <TextLink to="/portal/explorer" className="inline-flex min-h-9 items-center text-sm">
          {t('item.back')}
        </TextLink>
      </p>
      {data === undefined && (
        <h1 className={isGone ? 'mb-6 font-title text-2xl font-bold tracking-tight' : 'sr-only'}>
          {isGone ? t('item.goneTitle') : t('title')}
        </h1>
      )}
      {isGone ? (
        <Notice kind="warn">{t('item.gone')}</Notice>
      ) : (
        <Fetched query={query}>{(item) => <Item item={item} />}</Fetched>
      )}
    </div>
  );
}

function Item({ item }: { readonly item: ItemPageView }) {
  const t = useTranslations('explorer.item');
  return (
    <article className="space-y-16">
      <div className="grid gap-x-12 gap-y-8 sm:grid-cols-[minmax(9rem,15rem)_minmax(0,1fr)]">
        <Cover
          itemId={item.itemId}
          src={item.cover}
          alt={t('cover', { title: item.title })}
          eager
          className="max-w-60 self-start"
        />
        <div className="min-w-0">
          <CategoryPath categories={item.categories} />
          <h1 dir="auto" className="mt-2 font-title text-2xl font-bold tracking-tight">
            {item.title}
          </h1>
          {item.subTitle !== '' && (
            <p dir="auto" className="mt-1 text-soft">
              {item.subTitle}
            </p>
          )}
          <p dir="auto" className="mt-3 font-semibold">
            {item.author}
          </p>
          <AboutItem item={item} />
        </div>
      </div>
      <RankHistory item={item} />
      <Text title={t('introduction')} text={item.introduction} />
      <Text title={t('contents')} text={item.contents} />
      <MadeBy
        title={t('calls')}
        calls={[
          { name: t('detail'), call: item.detailCall },
          { name: t('history'), call: item.historyCall },
        ]}
      />
    </article>
  );
}

function CategoryPath({ categories }: Pick<ItemPageView, 'categories'>) {
  return (
    <ol className="flex flex-wrap gap-x-2 text-xs">
      {categories.map((category, index) => (
        <li key={category.categoryId} className="flex gap-2">
          {index > 0 && (
            <span aria-hidden="true" className="text-soft">
              ›
            </span>
          )}
          <TextLink to="/portal/explorer" search={{ category: category.categoryId }}>
            {category.name}
          </TextLink>
        </li>
      ))}
    </ol>
  );
}

function AboutItem({ item }: { readonly item: ItemPageView }) {
  const t = useTranslations('explorer.item');
  const format = useFormatter();
  const words = useTranslations('frame');
  const won = (value: number) => words('won', { amount: format.number(value) });
  const facts: readonly (readonly [string, string])[] = [
    [t('publisher'), item.publisher],
    [t('publishDate'), item.publishDate],
    [t('kind'), item.goodsType],
    [t('status'), item.itemStatus],
    [t('listPrice'), won(item.shopPrice)],
    [t('price'), won(item.salePrice)],
    [t('pages'), item.pages === null ? '' : format.number(item.pages)],
    ['ISBN13', item.isbn13],
    [t('number'), String(item.itemId)],
  ];
  const known = facts.filter(([, value]) => value !== '');
  return (
    <>
      <Facts
        layout="columns"
        facts={known.map(([name, value]) => [name, <bdi key={name}>{value}</bdi>])}
        className="mt-8 grid-cols-2 text-sm md:grid-cols-3"
      />
      <p className="mt-6 text-sm">
        <a href={item.link} className="text-link underline underline-offset-4">
          {t('page')}
        </a>
      </p>
    </>
  );
}

function Text({ title, text }: { readonly title: string; readonly text: string | null }) {
  if (text === null || text === '') return null;
  return (
    <Section title={title}>
      <p dir="auto" className="max-w-3xl text-sm whitespace-pre-line">
        {text}
      </p>
    </Section>
  );
}

/** A product's rank by month, in its category and in the root category. */
function RankHistory({ item }: { readonly item: ItemPageView }) {
  const t = useTranslations('explorer.item');
  const [root] = item.categories;
  const main = item.categories.at(-1);
  const histories = [
    { category: main, ranks: item.ranks },
    ...(root?.categoryId === main?.categoryId ? [] : [{ category: root, ranks: item.rootRanks }]),
  ].filter(({ ranks }) => ranks.length > 0);
  return (
    <Section id="ranks" title={t('ranks')} lead={t(histories.length === 0 ? 'noRanks' : 'ranksLead')}>
      <div className="grid gap-10 lg:grid-cols-2">
        {histories.map(({ category, ranks }) => (
          <History key={category?.categoryId ?? ''} name={category?.name ?? ''} ranks={ranks} />
        ))}
      </div>
    </Section>
  );
}

function History({ name, ranks }: { readonly name: string; readonly ranks: readonly RankView[] }) {
  const t = useTranslations('explorer.item');
  const months = monthsBetween(ranks);
  return (
    <div className="min-w-0">
      <h3 className="mb-4 text-sm font-semibold">{name}</h3>
      <RankChart name={name} months={months} />
      <details className="mt-2">
        <summary className="w-fit py-2 text-sm font-semibold">{t('table')}</summary>
        <Table
          caption={`${t('ranks')} · ${name}`}
          columns={[
            { name: 'month', head: t('month'), cell: (one) => one.month },
            {
              name: 'rank',
              head: t('rank'),
              cell: ({ rank }) => (rank === null ? t('unranked') : t('place', { rank })),
              numeric: true,
            },
          ]}
          rows={[...months].reverse()}
          rowKey={(one) => one.month}
        />
      </details>
    </div>
  );
}
