import { useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import {
  BULK_ACTIONS,
  BULK_MAX,
  type BulkAction,
  type BulkHistoryEntry,
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
import { type Column, Table } from '../design/table.tsx';
import { Fetch } from '../forms/fetched.tsx';
import { SubmitForm, useFields } from '../forms/submit-form.tsx';
import { useAction } from '../forms/use-action.tsx';
import { useAskBack } from './ask-back.tsx';
import { DecideButton, Reasoned, useDecide } from './decide.tsx';
import { OfferDays, useOfferDayRules } from './offer-days.tsx';
import { ShopLink } from './shop-link.tsx';

/** One decision about many products: enter them, preview, apply, undo. */
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
  const [previewed, setPreviewed] = useState<Previewed | null>(null);
  const { place, focusPlace } = usePlace();
  const { form, field } = useFields({ defaultValues: EMPTY });
  const rules = useOfferDayRules();
  const action = form.watch('action');
  const clear = () => {
    setPreviewed(null);
    form.reset(EMPTY);
  };
  return (
    <>
      <SubmitForm
        form={form}
        onSubmit={async (typed) => {
          const input = inputOf(typed);
          setPreviewed({ input, preview: await postPortal('/console/shop/bulk/preview', input) });
          focusPlace();
        }}
        onChange={() => setPreviewed(null)}
        action={t('preview')}
        className="max-w-xl space-y-5"
      >
        <SelectField
          label={t('action')}
          {...form.register('action')}
          options={BULK_ACTIONS.map((name) => [name, t(`actions.${name}`)])}
        />
        <TextArea
          label={t('items')}
          hint={t('itemsHint')}
          rows={8}
          {...field('items', { validate: (typed) => typed.trim() !== '' || t('required') })}
        />
        {action !== 'withhold' && (
          <OfferDays from={field('from', rules.from)} until={field('until', rules.until)} />
        )}
        {action === 'deal' && (
          <TextField
            label={t('percent')}
            hint={t('percentHint')}
            inputMode="numeric"
            {...field('percent', {
              validate: (typed) => /^[1-9]\d?$/.test(typed.trim()) || t('percentFault'),
            })}
          />
        )}
      </SubmitForm>
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
  const decide = useDecide();
  const { sendAsking, dialog } = useAskBack();
  const { busy, notice, run } = useAction();
  const { rows, unknown, changes, doubtful } = preview;
  const apply = () =>
    run(() =>
      sendAsking(
        async (confirmed) => {
          await decide('/console/shop/bulk', { ...input, changes, ...confirmed });
          onDone();
        },
        t('done', { count: changes }),
      ),
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
      {notice}
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
      columns={[
        { name: 'number', head: t('shop.number'), cell: ({ itemId }) => itemId, numeric: true },
        { name: 'item', head: t('shop.item'), cell: ({ title }) => <bdi>{title}</bdi> },
        { name: 'price', head: t('shop.fields.shopPrice'), cell: price, numeric: true },
        { name: 'note', head: t('shop.state'), cell: ({ note }) => t(`bulk.notes.${note ?? 'changes'}`) },
      ]}
      rows={rows}
      rowKey={({ itemId }) => itemId}
    />
  );
}

function BulkHistory({ mayChange }: { readonly mayChange: boolean }) {
  const t = useTranslations('consoleShop');
  const undo: Column<BulkHistoryEntry> = {
    name: 'undo',
    head: t('shop.takeBack.head'),
    cell: ({ made }) =>
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
    <Fetch of={consoleQuery('/console/shop/bulk/history')}>
      {({ entries }) => (
        <AuditTable
          caption={t('bulk.history')}
          entries={entries}
          none={t('bulk.none')}
          isOfOneAccount
          more={mayChange ? [undo] : []}
        />
      )}
    </Fetch>
  );
}
