import { useTranslations } from 'use-intl';
import { Page } from '../design/page.tsx';

export function StatusPage() {
  const t = useTranslations('status');
  return <Page title={t('title')}>{null}</Page>;
}
