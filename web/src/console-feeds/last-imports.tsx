import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { feedQuery } from '../console-shop/shop-queries.ts';
import { TextLink } from '../design/button.tsx';
import { Imports } from './imports.tsx';

const SHOWN = 5;

/** For the overview: the last feeds, with the way to all of them. Nothing until they are known. */
export function LastImports() {
  const t = useTranslations('consoleShop.feeds');
  const { data } = useQuery(feedQuery);
  if (data === undefined) return null;
  return (
    <div>
      <Imports imports={data.imports.slice(0, SHOWN)} />
      <TextLink to="/portal/console/feeds" className="mt-4 inline-block text-sm">
        {t('allImports')}
      </TextLink>
    </div>
  );
}
