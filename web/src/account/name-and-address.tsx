import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import type { AccountView, ForEmail, NewName } from '../../../src/portal/contract.ts';
import { postPortal } from '../api.ts';
import { Button } from '../design/button.tsx';
import { TextField } from '../design/field.tsx';
import { Notice } from '../design/notice.tsx';
import { SideSection } from '../design/side-section.tsx';
import { useToast } from '../design/toast.tsx';
import { FormFault, placeFailure } from '../forms/form-fault.tsx';
import { useAccountRules } from './account-rules.ts';
import { showAccount } from './adopt-session.ts';
import { EmailForm } from './email-form.tsx';
import { OutboxHint } from './mail-sent.tsx';

/** What the owner may change: the name at once, the address by a link to the new one. */
export function NameAndAddress({ account }: { readonly account: AccountView }) {
  const t = useTranslations('account.change');
  return (
    <>
      <SideSection title={t('nameTitle')}>
        <NameForm name={account.name} />
      </SideSection>
      <SideSection title={t('addressTitle')}>
        <AddressForm />
      </SideSection>
    </>
  );
}

function NameForm({ name }: { readonly name: string }) {
  const t = useTranslations('account');
  const rules = useAccountRules();
  const toast = useToast();
  const form = useForm({ values: { name } });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (typed) => {
    const body: NewName = { name: typed.name.trim() };
    try {
      showAccount(await postPortal('/account/name', body));
      toast(t('change.named'));
    } catch (error) {
      placeFailure(form, error, t('failed'));
    }
  });
  return (
    <form onSubmit={submit} noValidate className="max-w-md space-y-5">
      <TextField
        label={t('change.newName')}
        hint={t('nameHint')}
        autoComplete="name"
        error={errors.name?.message}
        {...form.register('name', rules.name)}
      />
      <FormFault message={errors.root?.message} />
      <Button type="submit" busy={isSubmitting}>
        {t('change.saveName')}
      </Button>
    </form>
  );
}

function AddressForm() {
  const t = useTranslations('account.change');
  const [sentTo, setSentTo] = useState('');
  const send = (to: ForEmail) => postPortal('/account/address', to);
  return (
    <div className="max-w-md space-y-4">
      <p>{t('addressBody')}</p>
      <EmailForm send={send} label={t('newAddress')} action={t('sendLink')} onSent={setSentTo} />
      <div role="status" className="space-y-4">
        {sentTo !== '' && (
          <>
            <Notice kind="good">{t('sent', { email: sentTo })}</Notice>
            <OutboxHint />
          </>
        )}
      </div>
    </div>
  );
}
