import { type ReactNode, useState } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import {
  type AccountQuotaRequestView,
  consoleAccountPaths,
} from '../../../src/portal/contract/console-accounts.ts';
import { postPortal } from '../api.ts';
import { Button } from '../design/button.tsx';
import { Dialog } from '../design/dialog.tsx';
import { TextArea } from '../design/field.tsx';
import { useToast } from '../design/toast.tsx';
import { FormFault, placeFailure } from '../forms/form-fault.tsx';
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
  const { request, override } = asked;
  const form = useForm<Decision>({
    defaultValues: { ...typedLimits({ ...override, dailyQuota: request.dailyQuota }), note: '' },
  });
  const finish = { onClose, onDecided };
  const submit = useDecision(form, finish, t('done'), ({ note, ...typed }) => {
    const limits = { ...limitsFrom(typed), dailyQuota: Number(typed.dailyQuota) };
    return postPortal('/console/quota-requests/approve', {
      requestId: request.requestId,
      ...limits,
      note: note.trim(),
    });
  });
  return (
    <DecisionForm form={form} submit={submit} action={t('now')} isNoteNeeded={false} onClose={onClose}>
      <LimitsFields
        register={(name, rules) => form.register(name, rules)}
        errors={form.formState.errors}
        tierLimits={asked.tierLimits}
        quotaNow={asked.dailyQuotaNow}
      />
    </DecisionForm>
  );
}

function DenyForm({ asked, onDecided, onClose }: DecisionFormProps) {
  const t = useTranslations('console.quota.deny');
  const form = useForm<Decision>({ defaultValues: { ...typedLimits(asked.override), note: '' } });
  const finish = { onClose, onDecided };
  const submit = useDecision(form, finish, t('done'), ({ note }) => {
    return postPortal('/console/quota-requests/deny', {
      requestId: asked.request.requestId,
      note: note.trim(),
    });
  });
  return <DecisionForm form={form} submit={submit} action={t('now')} isNoteNeeded onClose={onClose} />;
}

function useDecision(
  form: UseFormReturn<Decision>,
  { onClose, onDecided }: Pick<DecisionFormProps, 'onClose' | 'onDecided'>,
  done: string,
  send: (decision: Decision) => Promise<unknown>,
): () => Promise<void> {
  const words = useTranslations('account');
  const toast = useToast();
  return form.handleSubmit(async (decision) => {
    try {
      await send(decision);
      onClose();
      toast(done);
      await refreshConsole();
      onDecided();
    } catch (error) {
      placeFailure(form, error, words('failed'));
    }
  });
}

interface DecisionFormPartProps {
  readonly form: UseFormReturn<Decision>;
  readonly submit: () => Promise<void>;
  readonly action: string;
  readonly isNoteNeeded: boolean;
  readonly onClose: () => void;
  readonly children?: ReactNode;
}

function DecisionForm({ form, submit, action, isNoteNeeded, onClose, children }: DecisionFormPartProps) {
  const t = useTranslations('console.quota');
  const text = useTextRules();
  const { errors, isSubmitting } = form.formState;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
      noValidate
      className="space-y-5"
    >
      {children}
      <TextArea
        label={t('noteFor')}
        hint={isNoteNeeded ? t('noteNeeded') : t('noteHint')}
        error={errors.note?.message}
        {...form.register('note', {
          ...text(NOTE),
          validate: (note) => !isNoteNeeded || note.trim() !== '' || t('required'),
        })}
      />
      <FormFault message={errors.root?.message} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" kind="primary" busy={isSubmitting}>
          {action}
        </Button>
        <Button onClick={onClose}>{t('later')}</Button>
      </div>
    </form>
  );
}
