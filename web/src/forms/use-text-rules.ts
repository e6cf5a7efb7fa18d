import { useTranslations } from 'use-intl';
import type { TextField } from '../../../src/portal/contract/fields.ts';

/** What a text field takes, by the server's own schema, as rules of react-hook-form in the page's language. */
export function useTextRules() {
  const t = useTranslations('account.fault');
  return ({ minLength, maxLength }: Pick<TextField, 'minLength' | 'maxLength'>) => ({
    ...(minLength > 0 ? { validate: (value: string) => value.trim() !== '' || t('required') } : {}),
    ...(minLength > 1 ? { minLength: { value: minLength, message: t('tooShort', { min: minLength }) } } : {}),
    maxLength: { value: maxLength, message: t('tooLong', { max: maxLength }) },
  });
}
