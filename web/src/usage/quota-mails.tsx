import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { getPortal, postPortal } from '../api.ts';
import { CheckField } from '../design/field.tsx';
import { Notice } from '../design/notice.tsx';
import { useAction } from '../forms/use-action.ts';
import { queryClient } from '../query-client.ts';

const quotaMailsQuery = {
  queryKey: ['quota-mails'],
  queryFn: () => getPortal('/quota-mails'),
} as const;

/** Whether mail comes at 80 % and 100 % of the day; kept as soon as it is chosen. */
export function QuotaMails() {
  const t = useTranslations('usage.mails');
  const { data } = useQuery(quotaMailsQuery);
  const { busy, fault, run } = useAction();
  if (data === undefined) return null;
  const choose = (wanted: boolean) =>
    run(async () => {
      const kept = await postPortal('/quota-mails', { wanted });
      queryClient.setQueryData(quotaMailsQuery.queryKey, kept);
    });
  return (
    <div className="mt-6 border-t border-line pt-4">
      <CheckField
        label={t('label')}
        checked={data.wanted}
        aria-disabled={busy}
        onChange={({ target }) => !busy && choose(target.checked)}
      />
      {fault !== '' && <Notice kind="bad">{fault}</Notice>}
    </div>
  );
}
