import { useFormatter, useTranslations } from 'use-intl';
import { DATA_FIELDS } from '../../../src/catalog/item-overrides.ts';
import type { DaysView, ItemOverridesRow } from '../../../src/portal/contract/console-shop.ts';
import { TextLink } from '../design/button.tsx';
import { Table } from '../design/table.tsx';
import { useFieldWords } from './field-words.ts';

interface OverriddenItemsProps {
  readonly caption: string;
  readonly items: readonly ItemOverridesRow[];
  readonly today: string;
}

/** Products with their current state; each title links to the page that changes it. */
export function OverriddenItems({ caption, items, today }: OverriddenItemsProps) {
  const t = useTranslations('consoleShop.shop');
  return (
    <Table
      caption={caption}
      columns={[
        { name: 'item', head: t('item'), cell: (item) => <Title item={item} /> },
        { name: 'state', head: t('state'), cell: (item) => <State item={item} today={today} /> },
        { name: 'prices', head: t('prices'), cell: (item) => <Prices item={item} />, numeric: true },
        { name: 'number', head: t('number'), cell: (item) => item.itemId, numeric: true },
      ]}
      rows={items}
      rowKey={(item) => item.itemId}
    />
  );
}

function Title({ item }: { readonly item: ItemOverridesRow }) {
  return (
    <div className="max-w-96 min-w-32 sm:min-w-40">
      <TextLink
        to="/portal/console/shop/$itemId"
        params={{ itemId: String(item.itemId) }}
        className="line-clamp-3 font-semibold"
      >
        <bdi>{item.title}</bdi>
      </TextLink>
      <bdi className="block text-xs text-soft">{item.author}</bdi>
    </div>
  );
}

function Prices({ item }: { readonly item: ItemOverridesRow }) {
  const format = useFormatter();
  return (
    <span className="whitespace-nowrap">
      {format.number(item.shopPrice)} / {format.number(item.salePrice)}
    </span>
  );
}

function State({ item, today }: { readonly item: ItemOverridesRow; readonly today: string }) {
  const t = useTranslations('consoleShop.shop');
  const format = useFormatter();
  const { nameOf } = useFieldWords();
  const { withheld, attention, deal, decided } = item;
  const corrected = DATA_FIELDS.filter((field) => decided.includes(field));
  return (
    <ul className="min-w-36 space-y-1 sm:min-w-48">
      {withheld && (
        <li>
          <strong className="text-bad">{t('withheld')}</strong>{' '}
          <Origin isDecided={decided.includes('withheld')} />
        </li>
      )}
      {attention !== null && (
        <li>
          {t('attention')}: <Days days={attention} today={today} />{' '}
          <Origin isDecided={decided.includes('attention')} />
        </li>
      )}
      {deal !== null && (
        <li>
          {t('dealPrice', { price: format.number(deal.salePrice) })}: <Days days={deal} today={today} />{' '}
          <Origin isDecided={decided.includes('deal')} />
        </li>
      )}
      {corrected.length > 0 && <li>{t('corrected', { fields: corrected.map(nameOf).join(', ') })}</li>}
      {!withheld && attention === null && deal === null && <li className="text-soft">{t('visible')}</li>}
    </ul>
  );
}

function Days({ days: { from, until }, today }: { readonly days: DaysView; readonly today: string }) {
  const t = useTranslations('consoleShop.shop');
  const when = today < from ? 'coming' : today > until ? 'over' : 'now';
  return (
    <span className="tabular-nums">
      {t('days', { from, until })} ({t(when)})
    </span>
  );
}

/** Who says so. */
function Origin({ isDecided }: { readonly isDecided: boolean }) {
  const t = useTranslations('consoleShop.shop');
  return <span className="text-xs text-soft">({isDecided ? t('byOperator') : t('byFeed')})</span>;
}
