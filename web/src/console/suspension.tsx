import { useTranslations } from 'use-intl';
import type { AccountView } from '../../../src/portal/contract/own-account.ts';
import { ActionButton } from '../forms/action-button.tsx';
import { ConfirmedChange } from './confirmed-change.tsx';
import { useAccountChange } from './use-account-change.ts';
import { usePlace } from './use-place.ts';

/** Shuts an account out of the API, or lets it in again. */
export function Suspension({ account }: { readonly account: AccountView }) {
  const t = useTranslations('console.account.suspension');
  const change = useAccountChange();
  const { place, focusPlace } = usePlace();
  const { accountId } = account;
  const suspend = async (confirmation: string) => {
    await change('/console/account/suspend', { accountId, confirmation });
    focusPlace();
  };
  const restore = async () => {
    await change('/console/account/restore', { accountId });
    focusPlace();
  };
  return (
    <div ref={place} tabIndex={-1} className="space-y-4 outline-none">
      <p>{account.suspended ? t('restoreBody') : t('body')}</p>
      {account.suspended ? (
        <ActionButton work={restore} done={t('restored')}>
          {t('restore')}
        </ActionButton>
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
    </div>
  );
}
