import { useTranslations } from 'use-intl';
import type { ItemPage, RankView } from '../../../src/portal/contract/catalogue.ts';
import { Table } from '../design/table.tsx';
import { RankChart } from './rank-chart.tsx';
import { monthsBetween } from './rank-months.ts';

/** Where a product stood, month by month: in its category and in the one at the top. */
export function RankHistory({ item }: { readonly item: ItemPage }) {
  const t = useTranslations('explorer.item');
  const [root] = item.categories;
  const main = item.categories.at(-1);
  const histories = [
    { category: main, ranks: item.ranks },
    ...(root?.categoryId === main?.categoryId ? [] : [{ category: root, ranks: item.rootRanks }]),
  ].filter(({ ranks }) => ranks.length > 0);
  return (
    <section aria-labelledby="ranks">
      <h2 id="ranks" className="text-lg font-bold">
        {t('ranks')}
      </h2>
      <p className="mt-1 text-sm text-soft">{histories.length === 0 ? t('noRanks') : t('ranksLead')}</p>
      <div className="mt-6 grid gap-10 lg:grid-cols-2">
        {histories.map(({ category, ranks }) => (
          <History key={category?.categoryId ?? ''} name={category?.name ?? ''} ranks={ranks} />
        ))}
      </div>
    </section>
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
          captionHidden
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
