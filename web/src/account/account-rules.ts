import { useTranslations } from 'use-intl';

/** What the fields of the account's forms take, as rules of react-hook-form in the page's language. */
export function useAccountRules() {
  const t = useTranslations('account.fault');
  return {
    email: {
      required: t('required'),
      maxLength: { value: 254, message: t('tooLong', { max: 254 }) },
      pattern: { value: /^\s*[^\s@]+@[^\s@]+\.[^\s@]+\s*$/, message: t('email') },
    },
    name: {
      required: t('required'),
      maxLength: { value: 100, message: t('tooLong', { max: 100 }) },
      validate: (name: string) => name.trim() !== '' || t('required'),
    },
    password: { required: t('required') },
    newPassword: {
      required: t('required'),
      minLength: { value: 10, message: t('passwordShort') },
      maxLength: { value: 128, message: t('passwordLong') },
    },
  };
}
