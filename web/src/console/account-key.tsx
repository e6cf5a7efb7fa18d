import { useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import type { AccountConfirmation, ConsoleAccountPage } from '../../../src/portal/console-contract.ts';
import { Button } from '../design/button.tsx';
import { useToast } from '../design/toast.tsx';
import { TypedConfirmation } from '../forms/typed-confirmation.tsx';
import { useAccountChange } from './use-account-change.ts';

/** The live key of an account, and its revoke. */
export function AccountKey({ page }: { readonly page: ConsoleAccountPage }) {
  const t = useTranslations('console.account.key');
  const format = useFormatter();
  const { live } = page.keys;
  if (live === null) return <p>{t('none')}</p>;
  const issued = format.dateTime(new Date(live.issuedAtMs), { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <>
      <p dir="ltr" className="rounded-md bg-well px-4 py-3 font-mono break-all">
        {live.masked}
      </p>
      <p className="text-soft">
        {live.lastUsedDay === null ? t('unused', { issued }) : t('used', { issued, day: live.lastUsedDay })}
      </p>
      <Revoke accountId={page.account.accountId} last={live.masked.slice(-4)} />
    </>
  );
}

function Revoke({ accountId, last }: { readonly accountId: number; readonly last: string }) {
  const t = useTranslations('console.account.key');
  const key = useTranslations('key.revoke');
  const words = useTranslations('account');
  const [isOpen, setOpen] = useState(false);
  const toast = useToast();
  const change = useAccountChange();
  const revoke = async (confirmation: string) => {
    const body: AccountConfirmation = { accountId, confirmation };
    await change('/revoke-key', body);
    toast(t('done'));
  };
  return (
    <>
      <Button kind="danger" onClick={() => setOpen(true)}>
        {key('open')}
      </Button>
      <TypedConfirmation
        open={isOpen}
        onClose={() => setOpen(false)}
        title={key('title')}
        label={key.rich('confirm', {
          last,
          b: (text) => (
            <strong dir="ltr" className="font-mono">
              {text}
            </strong>
          ),
        })}
        expected={last}
        wrong={key('wrong')}
        action={key('now')}
        keep={key('keep')}
        failed={words('failed')}
        onConfirm={revoke}
      >
        <p>{key('body')}</p>
      </TypedConfirmation>
    </>
  );
}
