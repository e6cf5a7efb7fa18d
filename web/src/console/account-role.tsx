import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { ROLES, type Role } from '../../../src/accounts/roles.ts';
import type { AccountView } from '../../../src/portal/contract/own-account.ts';
import { Choice } from '../forms/choice.tsx';
import { ConfirmedChange } from './confirmed-change.tsx';
import { useAccountChange } from './use-account-change.ts';

/** Gives an account another role. */
export function AccountRole({ account }: { readonly account: AccountView }) {
  const t = useTranslations('console.account.role');
  const names = useTranslations('console.accounts.roles');
  const change = useAccountChange();
  const [role, setRole] = useState<Role>(account.role);
  const choose = (value: string) => setRole(ROLES.find((one) => one === value) ?? account.role);
  const set = async (confirmation: string) => {
    const body = { accountId: account.accountId, role, confirmation };
    await change('/console/account/role', body);
  };
  return (
    <>
      <div className="max-w-xs">
        <Choice
          label={t('choose')}
          value={role}
          onChange={choose}
          options={ROLES.map((one) => [one, names(one)])}
        />
      </div>
      <p>{t(`body.${role}`)}</p>
      {role !== account.role && (
        <ConfirmedChange
          account={account}
          ask={t('open')}
          title={t('question', { role: names(role) })}
          action={t('now')}
          done={t('done')}
          onConfirm={set}
        >
          <p>{t(`body.${role}`)}</p>
        </ConfirmedChange>
      )}
    </>
  );
}
