import { useForm } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import type { PostBody } from '../api.ts';
import { Button } from '../design/button.tsx';
import { TextField } from '../design/field.tsx';
import { FormFault, placeFailure } from '../forms/form-fault.tsx';
import { useLanguage } from '../i18n/language-provider.tsx';
import { useAccountRules } from './account-rules.ts';

interface EmailFormProps {
  /** Asks the server for the message. */
  readonly send: (to: PostBody<'/sign-up'>) => Promise<object>;
  readonly action: string;
  /** What stands in the field at first. */
  readonly email?: string;
  readonly onSent: (email: string) => void;
}

/** Asks for the address to which a message goes. */
export function EmailForm({ send, action, email: suggested = '', onSent }: EmailFormProps) {
  const t = useTranslations('account');
  const { language } = useLanguage();
  const rules = useAccountRules();
  const form = useForm({ defaultValues: { email: suggested } });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async ({ email }) => {
    const body = { email: email.trim(), language };
    try {
      await send(body);
      onSent(body.email);
    } catch (error) {
      placeFailure(form, error, t('failed'));
    }
  });
  return (
    <form onSubmit={submit} noValidate className="space-y-5">
      <TextField
        label={t('email')}
        type="email"
        autoComplete="email"
        error={errors.email?.message}
        {...form.register('email', rules.email)}
      />
      <FormFault message={errors.root?.message} />
      <Button type="submit" kind="primary" busy={isSubmitting} className="w-full">
        {action}
      </Button>
    </form>
  );
}
