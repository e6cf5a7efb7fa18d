import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../design/button.tsx';
import { Dialog } from '../design/dialog.tsx';
import { TextField } from '../design/field.tsx';
import { CurrentPassword } from './password-field.tsx';
import { SubmitForm, useFields } from './submit-form.tsx';

interface TypedConfirmationProps {
  readonly open: boolean;
  /** Called when it was confirmed, too. */
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
  /** Asks for the password, too. */
  readonly passwordLabel?: string | undefined;
  /** Said when it was done. */
  readonly done?: string;
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

export interface ConfirmButtonProps extends Omit<TypedConfirmationProps, 'open' | 'onClose'> {
  /** On the button. */
  readonly ask: string;
}

/** A button that asks for a word first. */
export function ConfirmButton({ ask, ...rest }: ConfirmButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button kind="danger" onClick={() => setOpen(true)}>
        {ask}
      </Button>
      <TypedConfirmation open={isOpen} onClose={() => setOpen(false)} {...rest} />
    </>
  );
}

function ConfirmationForm({
  onClose,
  children,
  label,
  expected,
  wrong,
  keep,
  passwordLabel,
  onConfirm,
  ...said
}: Omit<TypedConfirmationProps, 'open' | 'title'>) {
  const { form, field } = useFields({ defaultValues: { confirmation: '', password: '' } });
  const t = useTranslations('account.fault');
  const isExpected = (typed: string) => typed.trim().toLowerCase() === expected.toLowerCase() || wrong;
  return (
    <SubmitForm
      form={form}
      onSubmit={async ({ confirmation, password }) => {
        await onConfirm(confirmation.trim(), password);
        onClose();
      }}
      {...said}
      kind="danger"
      cancel={{ label: keep, onCancel: onClose }}
      className="space-y-5"
    >
      <div className="space-y-3 text-sm">{children}</div>
      <TextField
        label={label}
        autoCapitalize="none"
        spellCheck={false}
        {...field('confirmation', { validate: isExpected })}
      />
      {passwordLabel !== undefined && (
        <CurrentPassword label={passwordLabel} {...field('password', { required: t('required') })} />
      )}
    </SubmitForm>
  );
}
