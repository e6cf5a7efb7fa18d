import { useTranslations } from 'use-intl';
import type { DecisionUndoView, ItemHistoryEntry } from '../../../src/portal/contract/console-shop.ts';
import { AuditTable } from '../console/audit-table.tsx';
import { consoleQuery } from '../console/console-queries.ts';
import { useMay } from '../console/may.tsx';
import type { Column } from '../design/table.tsx';
import { Fetch } from '../forms/fetched.tsx';
import { DecideButton } from './decide.tsx';
import { useFieldWords } from './field-words.ts';

/** Who decided what and why, as the audit log has it, with a way back from each decision. */
export function ItemHistoryTable({ itemId }: { readonly itemId: string }) {
  const t = useTranslations('console.audit');
  const shop = useTranslations('consoleShop.shop');
  const mayChange = useMay('shop');
  const undo: Column<ItemHistoryEntry> = {
    name: 'undo',
    head: shop('takeBack.head'),
    cell: (entry) => entry.undo !== null && <TakeBack undo={entry.undo} />,
  };
  return (
    <Fetch of={consoleQuery('/console/shop/history', { itemId })}>
      {({ entries }) => (
        <AuditTable
          caption={t('ofItem')}
          entries={entries}
          none={t('noneOfItem')}
          isOfOneAccount
          more={mayChange ? [undo] : []}
        />
      )}
    </Fetch>
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
