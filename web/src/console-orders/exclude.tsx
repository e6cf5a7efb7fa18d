import { useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { consoleOrderPaths } from '../../../src/portal/contract/console-orders.ts';
import type { ExclusionEffect } from '../../../src/rankings/order-desk.ts';
import { type PostBody, postPortal } from '../api.ts';
import { refreshConsole } from '../console/console-queries.ts';
import { Button } from '../design/button.tsx';
import { Dialog } from '../design/dialog.tsx';
import { TextField } from '../design/field.tsx';
import { Table } from '../design/table.tsx';
import { SubmitForm, useFields } from '../forms/submit-form.tsx';
import { useAction } from '../forms/use-action.tsx';

const REASON = consoleOrderPaths['POST /console/orders/exclude'].takes.properties.reason;

interface ExcludeProps {
  readonly exclusion: PostBody<'/console/orders/preview'>;
  /** Of the product or the buyer. */
  readonly name: string;
}

/** Leaves a product or a buyer out of a month, after saying what that changes. */
export function Exclude({ exclusion, name }: ExcludeProps) {
  const t = useTranslations('consoleOrders.exclude');
  const [preview, setPreview] = useState<ExclusionEffect | null>(null);
  const { busy, notice, run } = useAction();
  const ask = () => run(async () => setPreview(await postPortal('/console/orders/preview', exclusion)));
  const close = () => setPreview(null);
  const { month } = exclusion;
  return (
    <>
      <Button kind="danger" busy={busy} onClick={ask}>
        {t(exclusion.itemId === null ? 'openBuyer' : 'openItem', { month })}
      </Button>
      {notice}
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
        autoComplete="off"
        {...field('reason', { validate: (typed) => typed.trim() !== '' || t('required') })}
      />
    </SubmitForm>
  );
}
