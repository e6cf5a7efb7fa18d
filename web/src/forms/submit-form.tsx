import type { ReactNode } from 'react';
import {
  type FieldValues,
  type Path,
  type RegisterOptions,
  type UseFormProps,
  type UseFormRegisterReturn,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { PortalError, sessionQuery } from '../api.ts';
import { Button, type ButtonKind } from '../design/button.tsx';
import { Notice } from '../design/notice.tsx';
import { useToast } from '../design/toast.tsx';
import { queryClient } from '../query-client.ts';

/** What makes a control a field of a form. */
export interface FieldProps extends UseFormRegisterReturn {
  readonly error: string | undefined;
}

/** A form of react-hook-form, and `field`: the props of one of its fields, with what is wrong with its value. */
export function useFields<Values extends FieldValues>(options: UseFormProps<Values>) {
  const form = useForm(options);
  const field = <Name extends Path<Values>>(
    name: Name,
    rules?: RegisterOptions<Values, Name>,
  ): FieldProps => ({
    ...form.register(name, rules),
    error: form.getFieldState(name, form.formState).error?.message,
  });
  return { form, field };
}

interface SubmitFormProps<Values extends FieldValues> {
  readonly form: UseFormReturn<Values>;
  /** Sends what was typed. What it throws is shown in the form. */
  readonly onSubmit: (values: Values) => Promise<void>;
  /** Said when it was sent. */
  readonly done?: string;
  /** On the button. */
  readonly action: string;
  readonly kind?: ButtonKind;
  /** The button is as wide as the form. */
  readonly isWide?: boolean;
  /** The way out of a dialog, and the words on its button. */
  readonly cancel?: { readonly label: string; readonly onCancel: () => void };
  readonly className?: string;
  /** Called when any field changes. */
  readonly onChange?: () => void;
  readonly children: ReactNode;
}

/** Fields and the button that sends them, with what went wrong between both. */
export function SubmitForm<Values extends FieldValues>({
  form,
  onSubmit,
  done,
  action,
  kind = 'plain',
  isWide = false,
  cancel,
  className = 'max-w-md space-y-5',
  onChange,
  children,
}: SubmitFormProps<Values>) {
  const t = useTranslations('account');
  const toast = useToast();
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (values) => {
    try {
      await onSubmit(values);
      if (done !== undefined) toast(done);
    } catch (error) {
      placeFailure(form, error, t('failed'));
    }
  });
  const button = (
    <Button type="submit" kind={kind} busy={isSubmitting} className={isWide ? 'w-full' : ''}>
      {action}
    </Button>
  );
  return (
    <form onSubmit={submit} onChange={onChange} noValidate className={className}>
      {children}
      {errors.root?.message !== undefined && (
        <Notice kind="bad">
          <p>{errors.root.message}</p>
        </Notice>
      )}
      {cancel === undefined ? (
        button
      ) : (
        <div className="flex flex-wrap gap-3">
          {button}
          <Button onClick={cancel.onCancel}>{cancel.label}</Button>
        </div>
      )}
    </form>
  );
}

/**
 * Puts a failure where it belongs: to the field that the server names, which gets the focus, else to the whole form.
 * `words` say it when the server did not answer.
 */
export function placeFailure<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  error: unknown,
  words: string,
): void {
  const failure = error instanceof PortalError ? error.failure : null;
  const message = failure?.message || words;
  const field = failure?.field ?? null;
  if (field !== null && Object.hasOwn(form.getValues(), field)) {
    form.setError(field as Path<Values>, { message }, { shouldFocus: true });
  } else form.setError('root', { message });
  // Signed out or in as someone else by another tab: the page has to learn of it.
  if (failure?.code === 'SIGN_IN_FIRST' || failure?.code === 'FORBIDDEN') {
    void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
  }
}
