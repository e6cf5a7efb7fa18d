import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import {
  type AccountQuotaRequestView,
  consoleAccountPaths,
} from '../../../src/portal/contract/console-accounts.ts';
import { postPortal } from '../api.ts';
import { Button } from '../design/button.tsx';
import { Dialog } from '../design/dialog.tsx';
import { TextArea } from '../design/field.tsx';
import { SubmitForm, useFields } from '../forms/submit-form.tsx';
import { useTextRules } from '../forms/use-text-rules.ts';
import { refreshConsole } from './console-queries.ts';
import { LimitsFields, limitsFrom, type TypedLimits, typedLimits } from './limits-fields.tsx';

const { note: NOTE } = consoleAccountPaths['POST /console/quota-requests/deny'].takes.properties;

interface QuotaDecisionProps {
  readonly asked: AccountQuotaRequestView;
  /** The request is gone from the list of those that wait. */
  readonly onDecided: () => void;
}

/** Approving a wish with limits, or denying it; both with words for its owner. */
export function QuotaDecision({ asked, onDecided }: QuotaDecisionProps) {
  const t = useTranslations('console.quota');
  const [open, setOpen] = useState<'approve' | 'deny' | null>(null);
  const close = () => setOpen(null);
  return (
    <div className="mt-5 flex flex-wrap gap-3">
      <Button kind="primary" onClick={() => setOpen('approve')}>
        {t('approve.open')}
      </Button>
      <Button onClick={() => setOpen('deny')}>{t('deny.open')}</Button>
      <Dialog open={open === 'approve'} onClose={close} title={t('approve.title')}>
        <ApproveForm asked={asked} onDecided={onDecided} onClose={close} />
      </Dialog>
      <Dialog open={open === 'deny'} onClose={close} title={t('deny.title')}>
        <DenyForm asked={asked} onDecided={onDecided} onClose={close} />
      </Dialog>
    </div>
  );
}

interface DecisionFormProps extends QuotaDecisionProps {
  readonly onClose: () => void;
}

type Decision = TypedLimits & { readonly note: string };

function ApproveForm({ asked, onDecided, onClose }: DecisionFormProps) {
  const t = useTranslations('console.quota.approve');
  const { request, override, tierLimits, dailyQuotaNow } = asked;
  const fields = useFields<Decision>({
    defaultValues: { ...typedLimits({ ...override, dailyQuota: request.dailyQuota }), note: '' },
  });
  return (
    <DecisionForm
      {...fields}
      send={({ note, ...typed }) => {
        const limits = { ...limitsFrom(typed), dailyQuota: Number(typed.dailyQuota) };
        const body = { requestId: request.requestId, ...limits, note: note.trim() };
        return postPortal('/console/quota-requests/approve', body);
      }}
      words={{ action: t('now'), done: t('done') }}
      isNoteNeeded={false}
      onDecided={onDecided}
      onClose={onClose}
    >
      <LimitsFields field={fields.field} tierLimits={tierLimits} quotaNow={dailyQuotaNow} />
    </DecisionForm>
  );
}

function DenyForm({ asked, onDecided, onClose }: DecisionFormProps) {
  const t = useTranslations('console.quota.deny');
  const fields = useFields<Decision>({ defaultValues: { ...typedLimits(asked.override), note: '' } });
  const { requestId } = asked.request;
  return (
    <DecisionForm
      {...fields}
      send={({ note }) => postPortal('/console/quota-requests/deny', { requestId, note: note.trim() })}
      words={{ action: t('now'), done: t('done') }}
      isNoteNeeded
      onDecided={onDecided}
      onClose={onClose}
    />
  );
}

interface DecisionFormPartProps extends ReturnType<typeof useFields<Decision>> {
  readonly send: (decision: Decision) => Promise<unknown>;
  readonly words: { readonly action: string; readonly done: string };
  readonly isNoteNeeded: boolean;
  readonly onDecided: () => void;
  readonly onClose: () => void;
  readonly children?: ReactNode;
}

function DecisionForm({
  form,
  field,
  send,
  words,
  isNoteNeeded,
  onDecided,
  onClose,
  children,
}: DecisionFormPartProps) {
  const t = useTranslations('console.quota');
  const text = useTextRules();
  const isNoteGiven = (note: string) => !isNoteNeeded || note.trim() !== '' || t('required');
  return (
    <SubmitForm
      form={form}
      onSubmit={async (decision) => {
        await send(decision);
        onClose();
        await refreshConsole();
        onDecided();
      }}
      {...words}
      kind="primary"
      cancel={{ label: t('later'), onCancel: onClose }}
      className="space-y-5"
    >
      {children}
      <TextArea
        label={t('noteFor')}
        hint={isNoteNeeded ? t('noteNeeded') : t('noteHint')}
        {...field('note', { ...text(NOTE), validate: isNoteGiven })}
      />
    </SubmitForm>
  );
}
