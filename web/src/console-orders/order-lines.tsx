import { useFormatter, useTranslations } from 'use-intl';
import type { OrderLine } from '../../../src/rankings/order-desk.ts';
import { Button } from '../design/button.tsx';
import { dayOf } from '../design/dates.ts';
import { Moment } from '../design/moment.tsx';
import { type Column, Table } from '../design/table.tsx';

interface OrderLinesProps {
  readonly lines: readonly OrderLine[];
  /** All lines are of one product, so it isn't named. */
  readonly isOfItem: boolean;
  /** Finds this buyer's lines of the same month; null if these are shown already. */
  readonly onMark: ((buyer: { readonly text: string; readonly month: string }) => void) | null;
}

/** Order lines, what each counts in its month, and why. */
export function OrderLines({ lines, isOfItem, onMark }: OrderLinesProps) {
  const t = useTranslations('consoleOrders.lines');
  const format = useFormatter();
  const title: Column<OrderLine> = {
    name: 'title',
    head: t('item'),
    cell: (line) => <bdi className="line-clamp-2 min-w-32">{line.title}</bdi>,
  };
  const buyer = ({ mark, soldAtMs }: OrderLine) => {
    if (mark === null) return t('noBuyer');
    if (onMark === null) return <code>{mark}</code>;
    const month = dayOf(soldAtMs).slice(0, 7);
    return (
      <Button kind="bare" className="-my-2.5" onClick={() => onMark({ text: mark, month })}>
        <code>{mark}</code>
      </Button>
    );
  };
  return (
    <Table
      caption={t('caption')}
      columns={[
        { name: 'time', head: t('time'), cell: ({ soldAtMs }) => <Moment atMs={soldAtMs} /> },
        {
          name: 'order',
          head: t('order'),
          cell: ({ orderId, lineNo }) => <bdi>{t('orderLine', { orderId, lineNo })}</bdi>,
        },
        ...(isOfItem ? [] : [title]),
        { name: 'buyer', head: t('buyer'), cell: buyer },
        { name: 'quantity', head: t('quantity'), count: ({ quantity, returned }) => quantity - returned },
        {
          name: 'copies',
          head: t('copies'),
          cell: ({ copies }) => <strong>{format.number(copies)}</strong>,
          numeric: true,
        },
        { name: 'rule', head: t('rule'), cell: ({ rule }) => t(`rules.${rule}`) },
      ]}
      rows={lines}
      rowKey={({ orderId, lineNo }) => `${orderId} ${lineNo}`}
    />
  );
}
