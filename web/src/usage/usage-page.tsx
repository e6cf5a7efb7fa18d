import { useTranslations } from 'use-intl';
import { Page } from '../design/page.tsx';

export function UsagePage() {
  const t = useTranslations('usage');
  return <Page title={t('title')}>{null}</Page>;
}
