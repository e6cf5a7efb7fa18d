import { useTranslations } from 'use-intl';
import { EMAIL_FIELD, NAME, NEW_PASSWORD } from '../../../src/portal/contract/account-fields.ts';
import { useTextRules } from '../forms/use-text-rules.ts';

/** What the fields of the account's forms take, as rules of react-hook-form in the page's language. */
export function useAccountRules() {
  const t = useTranslations('account.fault');
  const text = useTextRules();
  return {
    email: {
      required: t('required'),
      maxLength: text(EMAIL_FIELD).maxLength,
      pattern: { value: /^\s*[^\s@]+@[^\s@]+\.[^\s@]+\s*$/, message: t('email') },
    },
    name: text(NAME),
    password: { required: t('required') },
    newPassword: { required: t('required'), ...text(NEW_PASSWORD) },
  };
}
