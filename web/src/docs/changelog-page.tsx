import { useTranslations } from 'use-intl';
import { Page } from '../design/page.tsx';

export function ChangelogPage() {
  const t = useTranslations('docs');
  return <Page title={t('title')}>{null}</Page>;
}
