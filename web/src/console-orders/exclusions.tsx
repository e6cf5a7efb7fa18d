import { useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { consoleOrderPaths } from '../../../src/portal/contract/console-orders.ts';
import type { ExclusionEffect, RecordedExclusion } from '../../../src/rankings/order-desk.ts';
import { type PostBody, postPortal } from '../api.ts';
import { pageQuery, refreshConsole } from '../console/console-queries.ts';
import { useMay } from '../console/may.tsx';
import { Dialog } from '../design/dialog.tsx';
import { TextField } from '../design/field.tsx';
import { Moment } from '../design/moment.tsx';
import { type Column, Table } from '../design/table.tsx';
import { TableSection } from '../design/table-section.tsx';
import { ActionButton } from '../forms/action-button.tsx';
import { Fetch } from '../forms/fetched.tsx';
import { Pager } from '../forms/pager.tsx';
import { SubmitForm, useFields } from '../forms/submit-form.tsx';

/** What is currently left out of months, with a button to undo each. */
export function Exclusions() {
  const t = useTranslations('consoleOrders.exclusions');
  const mayChange = useMay('shop');
  const name = useExclusionName();
  const [page, setPage] = useState(1);
  const undo: Column<RecordedExclusion> = {
    name: 'undo',
    head: t('undo'),
    cell: (one) => <Undo exclusionId={one.exclusionId} name={name(one)} />,
  };
  return (
    <div className="mt-14">
      <Fetch of={pageQuery('/console/orders/exclusions', { page })}>
        {(data) => (
          <TableSection
            title={t('title')}
            none={t('none')}
            columns={[
              { name: 'month', head: t('month'), cell: ({ month }) => month },
              { name: 'what', head: t('what'), cell: (one) => <bdi>{name(one)}</bdi> },
              { name: 'reason', head: t('reason'), cell: ({ reason }) => <bdi>{reason}</bdi> },
              { name: 'time', head: t('time'), cell: (one) => <Moment atMs={one.excludedAtMs} /> },
              ...(mayChange ? [undo] : []),
            ]}
            rows={data.exclusions}
            rowKey={({ exclusionId }) => exclusionId}
          >
            <Pager {...data} page={page} onPage={setPage} />
          </TableSection>
        )}
      </Fetch>
    </div>
  );
}

function useExclusionName(): (one: RecordedExclusion) => string {
  const t = useTranslations('consoleOrders');
  return ({ title, mark }) => (mark === null ? title : t('buyer', { mark }));
}

function Undo({ exclusionId, name }: { readonly exclusionId: number; readonly name: string }) {
  const t = useTranslations('consoleOrders.exclusions');
  const undo = async () => {
    await postPortal('/console/orders/undo', { exclusionId });
    await refreshConsole();
  };
  return (
    <ActionButton kind="bare" aria-label={t('undoOf', { name })} work={undo} done={t('undone')}>
      {t('undo')}
    </ActionButton>
  );
}

const REASON = consoleOrderPaths['POST /console/orders/exclude'].takes.properties.reason;

interface ExcludeProps {
  readonly exclusion: PostBody<'/console/orders/preview'>;
  /** Of the product or the buyer. */
  readonly name: string;
}

/** Leaves a product or a buyer out of a month, after showing what that changes. */
export function Exclude({ exclusion, name }: ExcludeProps) {
  const t = useTranslations('consoleOrders.exclude');
  const [preview, setPreview] = useState<ExclusionEffect | null>(null);
  const ask = async () => setPreview(await postPortal('/console/orders/preview', exclusion));
  const close = () => setPreview(null);
  const { month } = exclusion;
  return (
    <>
      <ActionButton kind="danger" work={ask}>
        {t(exclusion.itemId === null ? 'openBuyer' : 'openItem', { month })}
      </ActionButton>
      <Dialog open={preview !== null} onClose={close} title={t('question', { name, month })}>
        {preview !== null && <Confirm exclusion={exclusion} preview={preview} onClose={close} />}
      </Dialog>
    </>
  );
}

interface ConfirmProps extends Pick<ExcludeProps, 'exclusion'> {
  readonly preview: ExclusionEffect;
  readonly onClose: () => void;
}

function Confirm({ exclusion, preview, onClose }: ConfirmProps) {
  const t = useTranslations('consoleOrders.exclude');
  const format = useFormatter();
  const { form, field } = useFields({ defaultValues: { reason: '' } });
  const { lines, copies, items } = preview;
  return (
    <SubmitForm
      form={form}
      onSubmit={async ({ reason }) => {
        await postPortal('/console/orders/exclude', { ...exclusion, reason });
        onClose();
        await refreshConsole();
      }}
      done={t('done')}
      action={t('now')}
      kind="danger"
      cancel={{ label: t('keep'), onCancel: onClose }}
      className="space-y-5 text-sm"
    >
      <p>{t('effect', { lines, copies: format.number(copies) })}</p>
      {items.length > 0 && (
        <Table
          caption={t('items')}
          captionShown
          columns={[
            { name: 'title', head: t('item'), cell: ({ title }) => <bdi>{title}</bdi> },
            { name: 'before', head: t('before'), count: (one) => one.before },
            { name: 'after', head: t('after'), count: (one) => one.after },
          ]}
          rows={items}
          rowKey={({ itemId }) => itemId}
        />
      )}
      <p>{t('body')}</p>
      <TextField
        label={t('reason')}
        hint={t('reasonHint', { max: REASON.maxLength })}
        maxLength={REASON.maxLength}
        {...field('reason', { validate: (typed) => typed.trim() !== '' || t('required') })}
      />
    </SubmitForm>
  );
}
