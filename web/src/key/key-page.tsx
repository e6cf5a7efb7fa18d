import { useTranslations } from 'use-intl';
import { Page } from '../design/page.tsx';

export function KeyPage() {
  const t = useTranslations('key');
  return <Page title={t('title')}>{null}</Page>;
}
