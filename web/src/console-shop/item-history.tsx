import { useQuery } from '@tanstack/react-query';
import { useFormatter, useTranslations } from 'use-intl';
import type { OverrideField } from '../../../src/catalog/item-overrides.ts';
import type { DecisionUndoView } from '../../../src/portal/contract/console-shop.ts';
import { AuditTable } from '../console/audit-table.tsx';
import { useMay } from '../console/may.tsx';
import { Button } from '../design/button.tsx';
import { Loading } from '../design/loading.tsx';
import { Notice } from '../design/notice.tsx';
import { useToast } from '../design/toast.tsx';
import { QueryFailed } from '../forms/query-failed.tsx';
import { useAction } from '../forms/use-action.ts';
import { useDecide } from './decide.tsx';
import { itemHistoryQuery } from './shop-queries.ts';

/** Who decided what and why, as the audit log has it, with a way back from each decision. */
export function ItemHistoryTable({ itemId }: { readonly itemId: string }) {
  const t = useTranslations('console.audit');
  const shop = useTranslations('consoleShop.shop');
  const mayChange = useMay('shop');
  const { data, error, refetch } = useQuery(itemHistoryQuery(itemId));
  if (data === undefined)
    return error === null ? <Loading /> : <QueryFailed error={error} onRetry={refetch} />;
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

function TakeBack({ undo }: { readonly undo: DecisionUndoView }) {
  const t = useTranslations('consoleShop.shop.takeBack');
  const toast = useToast();
  const decide = useDecide();
  const { busy, fault, run } = useAction();
  const outcome = useOutcome(undo);
  const takeBack = () =>
    run(async () => {
      await decide('/console/shop/take-back', { decisionId: undo.decisionId });
      toast(t('done'));
    });
  return (
    <>
      <Button kind="bare" busy={busy} onClick={takeBack}>
        {t('action')}
      </Button>
      <p className="text-xs text-soft">{outcome}</p>
      {fault !== '' && <Notice kind="bad">{fault}</Notice>}
    </>
  );
}

/** What would hold then, in words. */
function useOutcome({ fields, before }: DecisionUndoView): string {
  const t = useTranslations('consoleShop.shop');
  const format = useFormatter();
  const textOf = (field: OverrideField): string => {
    if (before[field] === undefined) return t('takeBack.asFed');
    if (field === 'withheld') return before.withheld === true ? t('withheld') : t('visible');
    const days = before[field];
    if (days === null || days === undefined) return t('nothing');
    const window = t('days', { from: days.from, until: days.until });
    return 'salePrice' in days
      ? `${t('dealPrice', { price: format.number(days.salePrice) })}, ${window}`
      : window;
  };
  const names = { withheld: t('withholding.title'), attention: t('attention'), deal: t('deal') };
  return fields.map((field) => `${names[field]}: ${textOf(field)}`).join('; ');
}
