import { useTranslations } from 'use-intl';
import { Page } from '../design/page.tsx';

export function LandingPage() {
  const t = useTranslations('landing');
  return <Page title={t('title')}>{null}</Page>;
}
