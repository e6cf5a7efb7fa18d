import { useTranslations } from 'use-intl';
import type { AccountView } from '../../../src/portal/contract/own-account.ts';
import { Button } from '../design/button.tsx';
import { useAction } from '../forms/use-action.tsx';
import { ConfirmedChange } from './confirmed-change.tsx';
import { useAccountChange } from './use-account-change.ts';
import { usePlace } from './use-place.ts';

/** Shuts an account out of the API, or lets it in again. */
export function Suspension({ account }: { readonly account: AccountView }) {
  const t = useTranslations('console.account.suspension');
  const change = useAccountChange();
  const { busy, notice, run } = useAction();
  const { place, focusPlace } = usePlace();
  const { accountId } = account;
  const suspend = async (confirmation: string) => {
    await change('/console/account/suspend', { accountId, confirmation });
    focusPlace();
  };
  const restore = () =>
    run(async () => {
      const body = { accountId };
      await change('/console/account/restore', body);
      focusPlace();
    }, t('restored'));
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
          ask={t('open')}
          title={t('question')}
          action={t('now')}
          done={t('suspended')}
          onConfirm={suspend}
        >
          <p>{t('body')}</p>
        </ConfirmedChange>
      )}
      {notice}
    </div>
  );
}
