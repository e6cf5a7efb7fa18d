import { useFormatter, useTranslations } from 'use-intl';
import type { OverrideField } from '../../../src/catalog/item-overrides.ts';
import type { OverrideFieldsView } from '../../../src/portal/contract/console-shop.ts';

/** Characters of a long text that are shown. */
const SHOWN_MAX = 200;

/** The fields that operators decide, in words: their names and what they hold. */
export function useFieldWords() {
  const t = useTranslations('consoleShop.shop');
  const format = useFormatter();
  const textOf = (field: OverrideField, values: Partial<OverrideFieldsView>): string => {
    const value = values[field];
    if (value === undefined) return t('takeBack.asFed');
    if (value === null) return t('nothing');
    if (typeof value === 'boolean') return value ? t('withheld') : t('visible');
    if (typeof value === 'number') return format.number(value);
    if (typeof value === 'string')
      return value.length > SHOWN_MAX ? `${value.slice(0, SHOWN_MAX).toWellFormed()}…` : value;
    if (!('from' in value)) return value.join(', ');
    const days = t('days', { from: value.from, until: value.until });
    return 'salePrice' in value
      ? `${t('dealPrice', { price: format.number(value.salePrice) })}, ${days}`
      : days;
  };
  return { nameOf: (field: OverrideField) => t(`fields.${field}`), textOf };
}
