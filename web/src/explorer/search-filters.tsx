import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { SEARCH_TARGETS } from '../../../src/search/search-index.ts';
import { Button } from '../design/button.tsx';
import { CheckField, SelectField, TextField } from '../design/field.tsx';
import type { FilterName, Filters } from './explorer-search.ts';

/** A filter that the server refuses, and its words. */
export interface FilterFault {
  readonly name: FilterName;
  readonly message: string;
}

interface SearchFiltersProps {
  readonly filters: Filters;
  readonly fault: FilterFault | null;
  readonly onApply: (filters: Readonly<Record<FilterName, string>>) => void;
}

/** Fields to search, stock, dates and prices: collapsed until a filter is set. */
export function SearchFilters({ filters, fault, onApply }: SearchFiltersProps) {
  const t = useTranslations('explorer.search.filters');
  const labels = useTranslations('explorer.search.filters.labels');
  const {
    target = 'all',
    inStock,
    publishedFrom = '',
    publishedTo = '',
    priceFrom = '',
    priceTo = '',
  } = filters;
  const form = useForm({
    values: { target, inStock: inStock === 'Y', publishedFrom, publishedTo, priceFrom, priceTo },
  });
  const count = Object.values(filters).filter((value) => value !== undefined).length;
  const refused = fault?.name;
  const { setFocus } = form;
  useEffect(() => {
    if (refused !== undefined) setFocus(refused);
  }, [refused, setFocus]);
  const field = (name: FilterName) => ({
    error: fault?.name === name ? fault.message : undefined,
    ...form.register(name),
  });
  const text = (name: Exclude<FilterName, 'inStock'>) => ({ label: labels(name), ...field(name) });
  return (
    <details className="mt-4" open={count > 0}>
      <summary className="w-fit py-2 text-sm font-semibold">{t('title', { count })}</summary>
      <form
        noValidate
        onSubmit={form.handleSubmit((typed) => onApply({ ...typed, inStock: typed.inStock ? 'Y' : 'N' }))}
        className="grid max-w-2xl gap-4 py-3 sm:grid-cols-2"
      >
        <SelectField
          {...text('target')}
          options={SEARCH_TARGETS.map((name) => [name, t(`targets.${name}`)])}
        />
        <div className="sm:self-end sm:pb-3">
          <CheckField label={t('inStock')} {...field('inStock')} />
        </div>
        <TextField type="date" {...text('publishedFrom')} />
        <TextField type="date" {...text('publishedTo')} />
        <TextField inputMode="numeric" {...text('priceFrom')} />
        <TextField inputMode="numeric" {...text('priceTo')} />
        <div>
          <Button type="submit">{t('apply')}</Button>
        </div>
      </form>
    </details>
  );
}
