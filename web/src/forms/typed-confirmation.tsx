import { type ReactNode, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { Button } from '../design/button.tsx';
import { Dialog } from '../design/dialog.tsx';
import { TextField } from '../design/field.tsx';
import { FormFault, placeFailure } from './form-fault.tsx';

interface TypedConfirmationProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  /** What will happen. */
  readonly children: ReactNode;
  readonly label: ReactNode;
  /** What has to be typed, in small or capital letters. */
  readonly expected: string;
  readonly wrong: string;
  readonly action: string;
  readonly keep: string;
  /** For a server that gave no answer. */
  readonly failed: string;
  /** Asks for the password, too. */
  readonly passwordLabel?: string | undefined;
  readonly onConfirm: (confirmation: string, password: string) => Promise<void>;
}

/** Asks for a word before something that cannot be taken back. */
export function TypedConfirmation({ open, onClose, title, ...rest }: TypedConfirmationProps) {
  return (
    <Dialog open={open} onClose={onClose} title={title}>
      <ConfirmationForm onClose={onClose} {...rest} />
    </Dialog>
  );
}

function ConfirmationForm({
  onClose,
  children,
  label,
  expected,
  wrong,
  action,
  keep,
  failed,
  passwordLabel,
  onConfirm,
}: Omit<TypedConfirmationProps, 'open' | 'title'>) {
  const form = useForm({ defaultValues: { confirmation: '', password: '' } });
  const t = useTranslations('account.fault');
  // The dialog may close with success; until then the button must not be pressed again.
  const [done, setDone] = useState(false);
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async ({ confirmation, password }) => {
    try {
      await onConfirm(confirmation.trim(), password);
      setDone(true);
    } catch (error) {
      placeFailure(form, error, failed);
    }
  });
  const field = form.register('confirmation', {
    validate: (typed) => typed.trim().toLowerCase() === expected.toLowerCase() || wrong,
  });
  return (
    <form onSubmit={submit} noValidate className="space-y-5">
      <div className="space-y-3 text-sm">{children}</div>
      <TextField
        label={label}
        error={errors.confirmation?.message}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...field}
      />
      {passwordLabel !== undefined && (
        <TextField
          label={passwordLabel}
          type="password"
          autoComplete="current-password"
          error={errors.password?.message}
          {...form.register('password', { required: t('required') })}
        />
      )}
      <FormFault message={errors.root?.message} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" kind="danger" busy={isSubmitting || done}>
          {action}
        </Button>
        <Button onClick={onClose}>{keep}</Button>
      </div>
    </form>
  );
}
