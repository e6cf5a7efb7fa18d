import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useFormatter, useTranslations } from 'use-intl';
import {
  BULK_ACTIONS,
  BULK_MAX,
  type BulkAction,
  type BulkPreview,
  type BulkRow,
} from '../../../src/portal/contract/console-bulk.ts';
import { postPortal } from '../api.ts';
import { AuditTable } from '../console/audit-table.tsx';
import { consoleQuery, refreshConsole } from '../console/console-queries.ts';
import { useMay } from '../console/may.tsx';
import { usePlace } from '../console/use-place.ts';
import { Button } from '../design/button.tsx';
import { SelectField, TextArea, TextField } from '../design/field.tsx';
import { Notice } from '../design/notice.tsx';
import { Page } from '../design/page.tsx';
import { SideSection } from '../design/side-section.tsx';
import { Table } from '../design/table.tsx';
import { useToast } from '../design/toast.tsx';
import { Awaited } from '../forms/awaited.tsx';
import { FormFault, placeFailure } from '../forms/form-fault.tsx';
import { useAction } from '../forms/use-action.ts';
import { useAskBack } from './ask-back.tsx';
import { DecideButton, Reasoned, useDecide } from './decide.tsx';
import { OfferDays, useOfferDayRules } from './offer-days.tsx';
import { ShopLink } from './shop-link.tsx';

/** One decision about many products: typed or pasted, looked at, made, taken back. */
export function BulkPage() {
  const t = useTranslations('consoleShop.bulk');
  const mayChange = useMay('shop');
  return (
    <Page title={t('title')} lead={t('lead', { max: BULK_MAX })} width="wide">
      <ShopLink />
      <Reasoned>
        {mayChange && (
          <SideSection title={t('change')}>
            <BulkForm />
          </SideSection>
        )}
        <SideSection title={t('history')}>
          <BulkHistory mayChange={mayChange} />
        </SideSection>
      </Reasoned>
    </Page>
  );
}

interface Previewed {
  readonly input: ReturnType<typeof inputOf>;
  readonly preview: BulkPreview;
}

function BulkForm() {
  const t = useTranslations('consoleShop.bulk');
  const words = useTranslations('account');
  const [previewed, setPreviewed] = useState<Previewed | null>(null);
  const { place, focusPlace } = usePlace();
  const form = useForm({ defaultValues: EMPTY });
  const { errors, isSubmitting } = form.formState;
  const rules = useOfferDayRules();
  const action = form.watch('action');
  const show = form.handleSubmit(async (typed) => {
    try {
      const input = inputOf(typed);
      setPreviewed({ input, preview: await postPortal('/console/shop/bulk/preview', input) });
      focusPlace();
    } catch (error) {
      placeFailure(form, error, words('failed'));
    }
  });
  const clear = () => {
    setPreviewed(null);
    form.reset(EMPTY);
  };
  return (
    <>
      <form onSubmit={show} onChange={() => setPreviewed(null)} noValidate className="max-w-xl space-y-5">
        <SelectField label={t('action')} {...form.register('action')}>
          {BULK_ACTIONS.map((name) => (
            <option key={name} value={name}>
              {t(`actions.${name}`)}
            </option>
          ))}
        </SelectField>
        <TextArea
          label={t('items')}
          hint={t('itemsHint')}
          rows={8}
          error={errors.items?.message}
          {...form.register('items', { validate: (typed) => typed.trim() !== '' || t('required') })}
        />
        {action !== 'withhold' && (
          <OfferDays
            from={form.register('from', rules.from)}
            until={form.register('until', rules.until)}
            errors={errors}
          />
        )}
        {action === 'deal' && (
          <TextField
            label={t('percent')}
            hint={t('percentHint')}
            inputMode="numeric"
            autoComplete="off"
            error={errors.percent?.message}
            {...form.register('percent', {
              validate: (typed) => /^[1-9]\d?$/.test(typed.trim()) || t('percentFault'),
            })}
          />
        )}
        <FormFault message={errors.root?.message} />
        <Button type="submit" busy={isSubmitting}>
          {t('preview')}
        </Button>
      </form>
      <div ref={place} tabIndex={-1} className="space-y-4 outline-none">
        {previewed !== null && <Preview {...previewed} onDone={clear} />}
      </div>
    </>
  );
}

const EMPTY = { action: 'withhold' as BulkAction, items: '', from: '', until: '', percent: '' };

/** What the chosen action takes. */
function inputOf({ action, items, from, until, percent }: typeof EMPTY) {
  return {
    action,
    items,
    ...(action === 'withhold' ? {} : { from, until }),
    ...(action === 'deal' ? { percent: Number(percent) } : {}),
  };
}

function Preview({ input, preview, onDone }: Previewed & { readonly onDone: () => void }) {
  const t = useTranslations('consoleShop.bulk');
  const toast = useToast();
  const decide = useDecide();
  const { sendAsking, dialog } = useAskBack();
  const { busy, fault, run } = useAction();
  const { rows, unknown, changes, doubtful } = preview;
  const apply = () =>
    run(() =>
      sendAsking(async (confirmed) => {
        await decide('/console/shop/bulk', { ...input, changes, ...confirmed });
        toast(t('done', { count: changes }));
        onDone();
      }),
    );
  return (
    <>
      <p role="status">{t('summary', { found: rows.length, changes, unknown: unknown.length })}</p>
      {unknown.length > 0 && (
        <Notice kind="warn" title={t('unknown')}>
          <p className="max-h-40 overflow-y-auto wrap-anywhere">{unknown.join(', ')}</p>
        </Notice>
      )}
      {doubtful > 0 && <Notice kind="warn">{t('doubtful', { count: doubtful })}</Notice>}
      {rows.length > 0 && <PreviewTable rows={rows} />}
      {changes > 0 && (
        <Button kind="primary" busy={busy} onClick={apply}>
          {t('apply', { count: changes })}
        </Button>
      )}
      {fault !== '' && <Notice kind="bad">{fault}</Notice>}
      {dialog}
    </>
  );
}

function PreviewTable({ rows }: { readonly rows: readonly BulkRow[] }) {
  const t = useTranslations('consoleShop');
  const format = useFormatter();
  const price = ({ shopPrice, dealPrice }: BulkRow) =>
    dealPrice === null
      ? format.number(shopPrice)
      : `${format.number(shopPrice)} → ${format.number(dealPrice)}`;
  return (
    <Table
      caption={t('bulk.preview')}
      captionHidden
      columns={[
        { name: 'number', head: t('shop.number'), cell: ({ itemId }) => itemId, numeric: true },
        { name: 'item', head: t('shop.item'), cell: ({ title }) => <bdi>{title}</bdi> },
        { name: 'price', head: t('shop.fields.shopPrice'), cell: price, numeric: true },
        {
          name: 'note',
          head: t('shop.state'),
          cell: ({ note }) => t(`bulk.notes.${note ?? 'changes'}`),
        },
      ]}
      rows={rows}
      rowKey={({ itemId }) => itemId}
    />
  );
}

function BulkHistory({ mayChange }: { readonly mayChange: boolean }) {
  const t = useTranslations('consoleShop');
  const { data, error, refetch } = useQuery(consoleQuery('/console/shop/bulk/history'));
  if (data === undefined) return <Awaited error={error} onRetry={refetch} />;
  if (data.entries.length === 0) return <p>{t('bulk.none')}</p>;
  const undo = {
    name: 'undo',
    head: t('shop.takeBack.head'),
    cell: ({ made }: (typeof data.entries)[number]) =>
      made !== null && (
        <DecideButton
          path="/console/shop/bulk/take-back"
          body={{ firstId: made.firstId, lastId: made.lastId }}
          label={t('bulk.takeBack', { count: made.items })}
          done={t('bulk.takenBack')}
          kind="bare"
          onDone={refreshConsole}
        />
      ),
  };
  return (
    <AuditTable
      caption={t('bulk.history')}
      entries={data.entries}
      isOfOneAccount
      more={mayChange ? [undo] : []}
    />
  );
}
