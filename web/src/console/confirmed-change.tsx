import { useTranslations } from 'use-intl';
import type { AccountView } from '../../../src/portal/contract/own-account.ts';
import { Address } from '../account/mail-entrance.tsx';
import { ConfirmButton, type ConfirmButtonProps } from '../forms/typed-confirmation.tsx';

interface ConfirmedChangeProps extends Omit<ConfirmButtonProps, 'label' | 'expected' | 'wrong' | 'keep'> {
  readonly account: AccountView;
}

/** A change of an account that asks for its email address first, so that it meets the right one. */
export function ConfirmedChange({ account, ...rest }: ConfirmedChangeProps) {
  const t = useTranslations('console.account.confirm');
  const { email } = account;
  return (
    <ConfirmButton
      {...rest}
      label={t.rich('label', { email, b: (text) => <Address>{text}</Address> })}
      expected={email}
      wrong={t('wrong')}
      keep={t('keep')}
    />
  );
}
