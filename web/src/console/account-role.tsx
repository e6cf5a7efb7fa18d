import { useTranslations } from 'use-intl';
import type { RoleChange } from '../../../src/portal/console-contract.ts';
import type { AccountView } from '../../../src/portal/contract.ts';
import { useToast } from '../design/toast.tsx';
import { ConfirmedChange } from './confirmed-change.tsx';
import { useAccountChange } from './use-account-change.ts';

/** Gives or takes the role of an operator. */
export function AccountRole({ account }: { readonly account: AccountView }) {
  const t = useTranslations('console.account.role');
  const toast = useToast();
  const change = useAccountChange();
  const other = account.role === 'operator' ? 'developer' : 'operator';
  const set = async (confirmation: string) => {
    const body: RoleChange = { accountId: account.accountId, role: other, confirmation };
    await change('/role', body);
    toast(t('done'));
  };
  return (
    <>
      <p>{t(`body.${other}`)}</p>
      <ConfirmedChange
        account={account}
        open={t(`open.${other}`)}
        title={t(`question.${other}`)}
        action={t(`now.${other}`)}
        onConfirm={set}
      >
        <p>{t(`body.${other}`)}</p>
      </ConfirmedChange>
    </>
  );
}
