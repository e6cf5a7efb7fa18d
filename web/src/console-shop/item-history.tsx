import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import type { DecisionUndoView } from '../../../src/portal/contract/console-shop.ts';
import { AuditTable } from '../console/audit-table.tsx';
import { consoleQuery } from '../console/console-queries.ts';
import { useMay } from '../console/may.tsx';
import { Awaited } from '../forms/awaited.tsx';
import { DecideButton } from './decide.tsx';
import { useFieldWords } from './field-words.ts';

/** Who decided what and why, as the audit log has it, with a way back from each decision. */
export function ItemHistoryTable({ itemId }: { readonly itemId: string }) {
  const t = useTranslations('console.audit');
  const shop = useTranslations('consoleShop.shop');
  const mayChange = useMay('shop');
  const { data, error, refetch } = useQuery(consoleQuery('/console/shop/history', { itemId }));
  if (data === undefined) return <Awaited error={error} onRetry={refetch} />;
  if (data.entries.length === 0) return <p>{t('noneOfItem')}</p>;
  const undo = {
    name: 'undo',
    head: shop('takeBack.head'),
    cell: (entry: (typeof data.entries)[number]) => entry.undo !== null && <TakeBack undo={entry.undo} />,
  };
  return (
    <AuditTable caption={t('ofItem')} entries={data.entries} isOfOneAccount more={mayChange ? [undo] : []} />
  );
}

function TakeBack({ undo: { decisionId, fields, before } }: { readonly undo: DecisionUndoView }) {
  const t = useTranslations('consoleShop.shop.takeBack');
  const { nameOf, textOf } = useFieldWords();
  return (
    <>
      <DecideButton
        path="/console/shop/take-back"
        body={{ decisionId }}
        label={t('action')}
        done={t('done')}
        kind="bare"
      />
      <p className="text-xs text-soft">
        {fields.map((field) => `${nameOf(field)}: ${textOf(field, before)}`).join('; ')}
      </p>
    </>
  );
}
