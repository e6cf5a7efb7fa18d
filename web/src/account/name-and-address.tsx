import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import type { AccountView } from '../../../src/portal/contract/own-account.ts';
import { postPortal } from '../api.ts';
import { Button } from '../design/button.tsx';
import { TextField } from '../design/field.tsx';
import { Notice } from '../design/notice.tsx';
import { SideSection } from '../design/side-section.tsx';
import { useToast } from '../design/toast.tsx';
import { FormFault, placeFailure } from '../forms/form-fault.tsx';
import { useLanguage } from '../i18n/language-provider.tsx';
import { useAccountRules } from './account-rules.ts';
import { showAccount } from './adopt-session.ts';
import { useConnections } from './connections.tsx';
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
    try {
      showAccount(await postPortal('/account/name', { name: typed.name.trim() }));
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

/** The link to the new address; the password, where there is one, keeps out whoever only found the browser open. */
function AddressForm() {
  const t = useTranslations('account');
  const { language } = useLanguage();
  const rules = useAccountRules();
  const { data } = useConnections();
  const hasPassword = data?.hasPassword !== false;
  const [sentTo, setSentTo] = useState('');
  const form = useForm({ defaultValues: { email: '', password: '' } });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (typed) => {
    const email = typed.email.trim();
    try {
      await postPortal('/account/address', {
        email,
        language,
        password: hasPassword ? typed.password : null,
      });
      form.reset();
      setSentTo(email);
    } catch (error) {
      placeFailure(form, error, t('failed'));
    }
  });
  return (
    <div className="max-w-md space-y-4">
      <p>{t('change.addressBody')}</p>
      <form onSubmit={submit} noValidate className="space-y-5">
        <TextField
          label={t('change.newAddress')}
          type="email"
          autoComplete="email"
          error={errors.email?.message}
          {...form.register('email', rules.email)}
        />
        {hasPassword ? (
          <TextField
            label={t('change.password')}
            type="password"
            autoComplete="current-password"
            error={errors.password?.message}
            {...form.register('password', rules.password)}
          />
        ) : (
          <p className="text-soft">{t('change.noPassword')}</p>
        )}
        <FormFault message={errors.root?.message} />
        <Button type="submit" busy={isSubmitting}>
          {t('change.sendLink')}
        </Button>
      </form>
      <div role="status" className="space-y-4">
        {sentTo !== '' && (
          <>
            <Notice kind="good">{t('change.sent', { email: sentTo })}</Notice>
            <OutboxHint />
          </>
        )}
      </div>
    </div>
  );
}
