import { useTranslations } from 'use-intl';
import { Page } from '../design/page.tsx';

export function TestToolPage() {
  const t = useTranslations('testTool');
  return <Page title={t('title')}>{null}</Page>;
}
