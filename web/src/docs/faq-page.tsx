import { useTranslations } from 'use-intl';
import { Page } from '../design/page.tsx';

export function FaqPage() {
  const t = useTranslations('docs');
  return <Page title={t('title')}>{null}</Page>;
}
