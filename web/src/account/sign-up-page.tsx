import { useTranslations } from 'use-intl';
import { Page } from '../design/page.tsx';

export function SignUpPage() {
  const t = useTranslations('account');
  return <Page title={t('signUp.title')}>{null}</Page>;
}
