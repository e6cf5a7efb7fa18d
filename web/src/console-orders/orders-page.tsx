import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { type PostAnswer, type PostBody, postPortal } from '../api.ts';
import { May } from '../console/may.tsx';
import { Button } from '../design/button.tsx';
import { dayOf } from '../design/dates.ts';
import { SelectField, TextField } from '../design/field.tsx';
import { Page } from '../design/page.tsx';
import { Fetched } from '../forms/fetched.tsx';
import { Pager } from '../forms/pager.tsx';
import { CountedItem } from './counted-item.tsx';
import { Exclude, Exclusions } from './exclusions.tsx';
import { OrderLines } from './order-lines.tsx';

/** The search. The page's address holds a product and a month at most, never an order or a buyer. */
type OrderSearch = Omit<PostBody<'/console/orders/find'>, 'month'> & { readonly month: string };

const route = getRouteApi('/portal/console/orders');

/** The order lines behind a rank, how each counts, and what is left out of a month. */
export function OrdersPage() {
  const t = useTranslations('consoleOrders');
  const { item, month = dayOf(Date.now()).slice(0, 7) } = route.useSearch();
  const [search, setSearch] = useState<OrderSearch>({ by: 'item', text: item ?? '', month, page: 1 });
  return (
    <Page title={t('title')} lead={t('lead')} width="wide">
      <SearchForm key={`${search.by} ${search.text}`} search={search} onFind={setSearch} />
      {search.text !== '' && <Found search={search} onSearch={setSearch} />}
      <Exclusions />
    </Page>
  );
}

interface SearchFormProps {
  readonly search: OrderSearch;
  readonly onFind: (search: OrderSearch) => void;
}

function SearchForm({ search, onFind }: SearchFormProps) {
  const t = useTranslations('consoleOrders.search');
  const { by, text, month } = search;
  const form = useForm({ defaultValues: { by, text, month } });
  const chosen = form.watch('by');
  const { errors } = form.formState;
  const kinds = by === 'mark' ? (['item', 'order', 'buyer', 'mark', 'day'] as const) : KINDS;
  return (
    <search>
      <form
        noValidate
        onSubmit={form.handleSubmit((typed) => onFind({ ...typed, text: typed.text.trim(), page: 1 }))}
        className="grid items-start gap-4 sm:grid-cols-[11rem_1fr_11rem_auto]"
      >
        <SelectField
          label={t('by')}
          {...form.register('by')}
          options={kinds.map((kind) => [kind, t(`kinds.${kind}`)])}
        />
        <TextField
          key={chosen === 'day' ? 'day' : 'text'}
          type={chosen === 'day' ? 'date' : 'text'}
          label={t(`kinds.${chosen}`)}
          hint={t(`hints.${chosen}`)}
          error={errors.text?.message}
          maxLength={200}
          autoCapitalize="none"
          spellCheck={false}
          {...form.register('text', { validate: (typed) => typed.trim() !== '' || t('required') })}
        />
        {chosen === 'order' || chosen === 'day' ? (
          <div />
        ) : (
          <TextField type="month" label={t('month')} {...form.register('month')} />
        )}
        <Button type="submit" kind="primary" className="sm:mt-7">
          {t('submit')}
        </Button>
      </form>
    </search>
  );
}

const KINDS = ['item', 'order', 'buyer', 'day'] as const;

function Found({
  search,
  onSearch,
}: {
  readonly search: OrderSearch;
  readonly onSearch: SearchFormProps['onFind'];
}) {
  const query = useQuery({
    queryKey: ['console', 'orders', search],
    queryFn: () => postPortal('/console/orders/find', search),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
  return (
    <Fetched query={query}>{(data) => <Lines search={search} page={data} onSearch={onSearch} />}</Fetched>
  );
}

interface LinesProps {
  readonly search: OrderSearch;
  readonly page: PostAnswer<'/console/orders/find'>;
  readonly onSearch: SearchFormProps['onFind'];
}

function Lines({ search, page, onSearch }: LinesProps) {
  const t = useTranslations('consoleOrders');
  const { month } = search;
  const { lines, totalCount, item } = page;
  const isOfBuyer = search.by === 'buyer' || search.by === 'mark';
  const mark = isOfBuyer ? (lines[0]?.mark ?? null) : null;
  return (
    <div className="mt-10 space-y-8">
      {item !== null && <CountedItem item={item} month={month} />}
      <p role="status" className="text-sm">
        {t('found', { count: totalCount })}
      </p>
      {mark !== null && (
        <May right="shop">
          <Exclude exclusion={{ month, itemId: null, mark }} name={t('buyer', { mark })} />
        </May>
      )}
      {totalCount > 0 && (
        <OrderLines
          lines={lines}
          isOfItem={item !== null}
          onMark={isOfBuyer ? null : (line) => onSearch({ by: 'mark', ...line, page: 1 })}
        />
      )}
      <Pager {...page} page={search.page} onPage={(next) => onSearch({ ...search, page: next })} />
    </div>
  );
}
