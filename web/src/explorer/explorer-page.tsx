import { useTranslations } from 'use-intl';
import { Page } from '../design/page.tsx';

export function ExplorerPage() {
  const t = useTranslations('explorer');
  return <Page title={t('title')}>{null}</Page>;
}
