import { useFormatter, useTranslations } from 'use-intl';
import type { CountedItem as CountedItemView } from '../../../src/rankings/order-desk.ts';
import { May } from '../console/may.tsx';
import { TextLink } from '../design/button.tsx';
import { Notice } from '../design/notice.tsx';
import { SideSection } from '../design/side-section.tsx';
import { Table } from '../design/table.tsx';
import { Exclude } from './exclusions.tsx';

/** Why a product has its rank in a month: how its order lines count, by rule, and what the published list says. */
export function CountedItem({ item, month }: { readonly item: CountedItemView; readonly month: string }) {
  const t = useTranslations('consoleOrders');
  const format = useFormatter();
  const { itemId, title, rules, copies, published, isDeleted } = item;
  const counted = format.number(copies);
  return (
    <SideSection title={t('why.title', { month })}>
      <TextLink
        to="/portal/console/shop/$itemId"
        params={{ itemId: String(itemId) }}
        className="font-semibold"
      >
        <bdi>{title}</bdi>
      </TextLink>
      {isDeleted && <Notice kind="warn">{t('why.deleted')}</Notice>}
      {published === null ? (
        <p>{t('why.noList', { counted })}</p>
      ) : (
        <p>{t('why.sum', { counted, listed: format.number(published.copies), day: published.untilDay })}</p>
      )}
      {published !== null && published.copies !== copies && <Notice kind="warn">{t('why.differs')}</Notice>}
      {rules.length > 0 && (
        <Table
          caption={t('why.byRule')}
          captionShown
          columns={[
            { name: 'rule', head: t('lines.rule'), cell: ({ rule }) => t(`lines.rules.${rule}`) },
            { name: 'lines', head: t('why.lines'), count: ({ lines }) => lines },
            { name: 'quantity', head: t('lines.quantity'), count: ({ quantity }) => quantity },
            {
              name: 'copies',
              head: t('lines.copies'),
              cell: (one) => <strong>{format.number(one.copies)}</strong>,
              numeric: true,
            },
          ]}
          rows={rules}
          rowKey={({ rule }) => rule}
        />
      )}
      <May right="shop">
        <Exclude exclusion={{ month, itemId, mark: null }} name={title} />
      </May>
    </SideSection>
  );
}
