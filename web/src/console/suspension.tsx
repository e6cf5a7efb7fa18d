import { useTranslations } from 'use-intl';
import type { AccountView } from '../../../src/portal/contract/own-account.ts';
import { Button } from '../design/button.tsx';
import { Notice } from '../design/notice.tsx';
import { useToast } from '../design/toast.tsx';
import { useAction } from '../forms/use-action.ts';
import { ConfirmedChange } from './confirmed-change.tsx';
import { useAccountChange } from './use-account-change.ts';
import { usePlace } from './use-place.ts';

/** Shuts an account out of the API, or lets it in again. */
export function Suspension({ account }: { readonly account: AccountView }) {
  const t = useTranslations('console.account.suspension');
  const toast = useToast();
  const change = useAccountChange();
  const { busy, fault, run } = useAction();
  const { place, focusPlace } = usePlace();
  const { accountId } = account;
  const suspend = async (confirmation: string) => {
    await change('/console/account/suspend', { accountId, confirmation });
    toast(t('suspended'));
    focusPlace();
  };
  const restore = () =>
    run(async () => {
      const body = { accountId };
      await change('/console/account/restore', body);
      toast(t('restored'));
      focusPlace();
    });
  return (
    <div ref={place} tabIndex={-1} className="space-y-4 outline-none">
      <p>{account.suspended ? t('restoreBody') : t('body')}</p>
      {account.suspended ? (
        <Button onClick={restore} busy={busy}>
          {t('restore')}
        </Button>
      ) : (
        <ConfirmedChange
          account={account}
          open={t('open')}
          title={t('question')}
          action={t('now')}
          onConfirm={suspend}
        >
          <p>{t('body')}</p>
        </ConfirmedChange>
      )}
      {fault !== '' && <Notice kind="bad">{fault}</Notice>}
    </div>
  );
}
