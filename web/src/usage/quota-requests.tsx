import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import type { QuotaRequestsPage, QuotaRequestView } from '../../../src/portal/contract/own-service.ts';
import { servicePaths } from '../../../src/portal/contract/own-service.ts';
import { portalQuery, postPortal } from '../api.ts';
import { TextArea, TextField } from '../design/field.tsx';
import { Notice } from '../design/notice.tsx';
import { Fetched } from '../forms/fetched.tsx';
import { SubmitForm, useFields } from '../forms/submit-form.tsx';
import { useFocusOnChange } from '../forms/use-focus-on-change.ts';
import { useTextRules } from '../forms/use-text-rules.ts';
import { queryClient } from '../query-client.ts';
import { QuotaRequestTable } from './quota-request-table.tsx';

const TAKEN = servicePaths['POST /quota-requests'].takes.properties;

/** Asking the operator for a higher quota, and what became of it. */
export function QuotaRequests({ dailyQuota }: { readonly dailyQuota: number }) {
  const t = useTranslations('usage.quota');
  const query = useQuery(portalQuery('/quota-requests'));
  return (
    <section
      aria-labelledby="quota"
      className="grid gap-x-12 gap-y-8 border-t border-line pt-12 lg:grid-cols-2"
    >
      <div className="min-w-0">
        <h2 id="quota" className="text-lg font-bold">
          {t('title')}
        </h2>
        <p className="mt-1 mb-6 text-sm text-soft">{t('lead')}</p>
        <Fetched query={query}>{(data) => <Asking page={data} dailyQuota={dailyQuota} />}</Fetched>
      </div>
      {query.data !== undefined && <Asked requests={query.data.requests} />}
    </section>
  );
}

function Asking({ page, dailyQuota }: { readonly page: QuotaRequestsPage; readonly dailyQuota: number }) {
  const t = useTranslations('usage.quota');
  const shown = useRef<HTMLDivElement>(null);
  const isWaiting = page.requests.some((request) => request.status === 'waiting');
  useFocusOnChange(isWaiting ? 'note' : 'form', shown);
  return (
    <div ref={shown} tabIndex={-1} className="outline-none">
      {isWaiting ? <Notice>{t('waitingNote')}</Notice> : <QuotaForm dailyQuota={dailyQuota} />}
    </div>
  );
}

function QuotaForm({ dailyQuota }: { readonly dailyQuota: number }) {
  const t = useTranslations('usage.quota');
  const format = useFormatter();
  const { form, field } = useFields({ defaultValues: { dailyQuota: '', reason: '' } });
  const limit = format.number(dailyQuota);
  const text = useTextRules();
  const checkQuota = (typed: string) => {
    const number = wholeNumber(typed);
    if (!(number >= 1)) return t('numberFault');
    if (number > TAKEN.dailyQuota.maximum) return t('maxFault');
    return number > dailyQuota || t('moreFault', { limit });
  };
  return (
    <SubmitForm
      form={form}
      onSubmit={async (values) => {
        const page = await postPortal('/quota-requests', {
          dailyQuota: wholeNumber(values.dailyQuota),
          reason: values.reason.trim(),
        });
        queryClient.setQueryData(portalQuery('/quota-requests').queryKey, page);
      }}
      done={t('sent')}
      action={t('submit')}
      className="space-y-5"
    >
      <TextField
        label={t('dailyQuota')}
        hint={t('dailyQuotaHint', { limit })}
        inputMode="numeric"
        {...field('dailyQuota', { validate: checkQuota })}
      />
      <TextArea
        label={t('reason')}
        hint={t('reasonHint')}
        {...field('reason', {
          ...text(TAKEN.reason),
          validate: (reason) => reason.trim() !== '' || t('required'),
        })}
      />
    </SubmitForm>
  );
}

/** `50,000` as well as `50000`, as the page itself writes numbers; NaN for anything else. */
function wholeNumber(typed: string): number {
  const text = typed.trim();
  return /^\d{1,3}(,\d{3})+$|^\d+$/.test(text) ? Number(text.replaceAll(',', '')) : Number.NaN;
}

function Asked({ requests }: { readonly requests: readonly QuotaRequestView[] }) {
  const t = useTranslations('usage.quota');
  return (
    <div className="min-w-0">
      <h3 className="mb-4 font-bold">{t('list')}</h3>
      <QuotaRequestTable caption={t('list')} none={t('empty')} requests={requests} />
    </div>
  );
}
