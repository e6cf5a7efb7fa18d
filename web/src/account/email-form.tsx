import { useTranslations } from 'use-intl';
import type { PostBody } from '../api.ts';
import { TextField } from '../design/field.tsx';
import { SubmitForm, useFields } from '../forms/submit-form.tsx';
import { useLanguage } from '../i18n/language-provider.tsx';
import { useAccountRules } from './account-rules.ts';
import { ENTRANCE_FORM } from './entrance.tsx';

interface EmailFormProps {
  /** Asks the server for the message. */
  readonly send: (to: PostBody<'/sign-up'>) => Promise<object>;
  readonly action: string;
  /** What stands in the field at first. */
  readonly email?: string | undefined;
  readonly onSent: (email: string) => void;
}

/** Asks for the address to which a message goes. */
export function EmailForm({ send, action, email: suggested = '', onSent }: EmailFormProps) {
  const t = useTranslations('account');
  const { language } = useLanguage();
  const rules = useAccountRules();
  const { form, field } = useFields({ defaultValues: { email: suggested } });
  return (
    <SubmitForm
      form={form}
      onSubmit={async ({ email }) => {
        const body = { email: email.trim(), language };
        await send(body);
        onSent(body.email);
      }}
      action={action}
      {...ENTRANCE_FORM}
    >
      <TextField label={t('email')} type="email" autoComplete="email" {...field('email', rules.email)} />
    </SubmitForm>
  );
}
