import { useQuery } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import type { TermChange } from '../../../src/portal/console-shop-contract.ts';
import { postPortal } from '../api.ts';
import { May } from '../console/may.tsx';
import { usePlace } from '../console/use-place.ts';
import { Button } from '../design/button.tsx';
import { TextField } from '../design/field.tsx';
import { Loading } from '../design/loading.tsx';
import { Notice } from '../design/notice.tsx';
import { useToast } from '../design/toast.tsx';
import { FormFault, placeFailure } from '../forms/form-fault.tsx';
import { QueryFailed } from '../forms/query-failed.tsx';
import { useAction } from '../forms/use-action.ts';
import { queryClient } from '../query-client.ts';
import { useAskBack } from './ask-back.tsx';
import { blockedTermsQuery } from './shop-queries.ts';

const TERM_MAX = 50;

/** Blocks terms, and allows them again. `term` stands in the form at first. */
export function BlockedTerms({ term }: { readonly term: string }) {
  const t = useTranslations('consoleShop.search.blocked');
  const { place, focusPlace } = usePlace();
  const { data, error, refetch } = useQuery(blockedTermsQuery);
  return (
    <div className="grid gap-x-12 gap-y-10 lg:grid-cols-2">
      <div>
        <p className="mb-6 text-sm text-soft">{t('body')}</p>
        <May right="shop">
          <BlockForm term={term} />
        </May>
      </div>
      <div ref={place} tabIndex={-1} className="outline-none">
        {data !== undefined && <Terms terms={data.terms} onAllowed={focusPlace} />}
        {data === undefined && error === null && <Loading />}
        {data === undefined && error !== null && <QueryFailed error={error} onRetry={refetch} />}
      </div>
    </div>
  );
}

function BlockForm({ term }: { readonly term: string }) {
  const t = useTranslations('consoleShop.search.blocked');
  const words = useTranslations('account');
  const toast = useToast();
  const form = useForm({ defaultValues: { term } });
  const { errors, isSubmitting } = form.formState;
  const { sendAsking, dialog } = useAskBack();
  const submit = form.handleSubmit(async (typed) => {
    const body: TermChange = { term: typed.term.trim() };
    try {
      await sendAsking(async (confirmed) => {
        const page = await postPortal('/console/terms/block', { ...body, ...confirmed });
        queryClient.setQueryData(blockedTermsQuery.queryKey, page);
        form.reset({ term: '' });
        toast(t('done', { term: body.term }));
      });
    } catch (error) {
      placeFailure(form, error, words('failed'));
    }
  });
  return (
    <>
      <form onSubmit={submit} noValidate className="max-w-md space-y-5">
        <TextField
          label={t('term')}
          hint={t('termHint', { max: TERM_MAX })}
          maxLength={TERM_MAX}
          autoComplete="off"
          spellCheck={false}
          error={errors.term?.message}
          {...form.register('term', { validate: (typed) => typed.trim() !== '' || t('required') })}
        />
        <FormFault message={errors.root?.message} />
        <Button type="submit" kind="primary" busy={isSubmitting}>
          {t('submit')}
        </Button>
      </form>
      {dialog}
    </>
  );
}

interface TermsProps {
  readonly terms: readonly string[];
  /** The term is gone from the list. */
  readonly onAllowed: () => void;
}

function Terms({ terms, onAllowed }: TermsProps) {
  const t = useTranslations('consoleShop.search.blocked');
  const toast = useToast();
  const { busy, fault, run } = useAction();
  const allow = (term: string) =>
    run(async () => {
      const body: TermChange = { term };
      const page = await postPortal('/console/terms/allow', body);
      queryClient.setQueryData(blockedTermsQuery.queryKey, page);
      toast(t('allowed', { term }));
      onAllowed();
    });
  if (terms.length === 0) return <p className="text-sm text-soft">{t('none')}</p>;
  return (
    <>
      <h2 className="mb-2 text-sm font-bold">{t('list', { count: terms.length })}</h2>
      {fault !== '' && <Notice kind="bad">{fault}</Notice>}
      <ul className="divide-y divide-line border-y border-line">
        {terms.map((term) => (
          <li key={term} className="flex items-center justify-between gap-4 py-1 text-sm">
            <bdi className="min-w-0">{term}</bdi>
            <May right="shop">
              <Button
                kind="bare"
                className="shrink-0"
                disabled={busy}
                aria-label={t('allowTerm', { term })}
                onClick={() => allow(term)}
              >
                {t('allow')}
              </Button>
            </May>
          </li>
        ))}
      </ul>
    </>
  );
}
