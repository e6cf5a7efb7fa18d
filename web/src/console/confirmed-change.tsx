import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { AccountView } from '../../../src/portal/contract/own-account.ts';
import { Address } from '../account/mail-sent.tsx';
import { Button } from '../design/button.tsx';
import { TypedConfirmation } from '../forms/typed-confirmation.tsx';

interface ConfirmedChangeProps {
  readonly account: AccountView;
  /** On the button that opens the dialog. */
  readonly open: string;
  readonly title: string;
  /** On the button that does it. */
  readonly action: string;
  readonly onConfirm: (confirmation: string) => Promise<void>;
  /** What will happen. */
  readonly children: ReactNode;
}

/** A change of an account that asks for its email address first, so that it meets the right one. */
export function ConfirmedChange({ account, open, title, action, onConfirm, children }: ConfirmedChangeProps) {
  const t = useTranslations('console.account.confirm');
  const words = useTranslations('account');
  const [isOpen, setOpen] = useState(false);
  const { email } = account;
  const confirm = async (confirmation: string) => {
    await onConfirm(confirmation);
    setOpen(false);
  };
  return (
    <>
      <Button kind="danger" onClick={() => setOpen(true)}>
        {open}
      </Button>
      <TypedConfirmation
        open={isOpen}
        onClose={() => setOpen(false)}
        title={title}
        label={t.rich('label', { email, b: (text) => <Address>{text}</Address> })}
        expected={email}
        wrong={t('wrong')}
        action={action}
        keep={t('keep')}
        failed={words('failed')}
        onConfirm={confirm}
      >
        {children}
      </TypedConfirmation>
    </>
  );
}
