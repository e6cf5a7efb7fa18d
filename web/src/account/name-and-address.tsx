import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { AccountView } from '../../../src/portal/contract/own-account.ts';
import { postPortal } from '../api.ts';
import { TextField } from '../design/field.tsx';
import { SideSection } from '../design/side-section.tsx';
import { CurrentPassword } from '../forms/password-field.tsx';
import { SubmitForm, useFields } from '../forms/submit-form.tsx';
import { useLanguage } from '../i18n/language-provider.tsx';
import { useAccountRules } from './account-rules.ts';
import { showAccount } from './adopt-session.ts';
import { useHasPassword } from './connections.tsx';
import { MailSentNotice } from './mail-entrance.tsx';

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
  const { form, field } = useFields({ values: { name } });
  return (
    <SubmitForm
      form={form}
      onSubmit={async (typed) => {
        showAccount(await postPortal('/account/name', { name: typed.name.trim() }));
      }}
      done={t('change.named')}
      action={t('change.saveName')}
    >
      <TextField
        label={t('change.newName')}
        hint={t('nameHint')}
        autoComplete="name"
        {...field('name', rules.name)}
      />
    </SubmitForm>
  );
}

/** Mails a link to the new address. The account's password keeps out anyone who merely found the browser open. */
function AddressForm() {
  const t = useTranslations('account');
  const { language } = useLanguage();
  const rules = useAccountRules();
  const hasPassword = useHasPassword();
  const [sentTo, setSentTo] = useState('');
  const { form, field } = useFields({ defaultValues: { email: '', password: '' } });
  return (
    <div className="max-w-md space-y-4">
      <p>{t('change.addressBody')}</p>
      <SubmitForm
        form={form}
        onSubmit={async (typed) => {
          const email = typed.email.trim();
          await postPortal('/account/address', {
            email,
            language,
            password: hasPassword ? typed.password : null,
          });
          form.reset();
          setSentTo(email);
        }}
        action={t('change.sendLink')}
        className="space-y-5"
      >
        <TextField
          label={t('change.newAddress')}
          type="email"
          autoComplete="email"
          {...field('email', rules.email)}
        />
        {hasPassword ? (
          <CurrentPassword label={t('change.password')} {...field('password', rules.password)} />
        ) : (
          <p className="text-soft">{t('change.noPassword')}</p>
        )}
      </SubmitForm>
      <MailSentNotice text={sentTo === '' ? '' : t('change.sent', { email: sentTo })} />
    </div>
  );
}
