import { useTranslations } from 'use-intl';
import { Page } from '../design/page.tsx';

export function ErrorsPage() {
  const t = useTranslations('docs');
  return <Page title={t('title')}>{null}</Page>;
}
