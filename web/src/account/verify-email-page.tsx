import { useTranslations } from 'use-intl';
import { Page } from '../design/page.tsx';

export function VerifyEmailPage() {
  const t = useTranslations('account');
  return <Page title={t('signUp.title')}>{null}</Page>;
}
