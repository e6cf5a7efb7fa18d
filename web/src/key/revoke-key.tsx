import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../design/button.tsx';
import { TypedConfirmation } from '../forms/typed-confirmation.tsx';

interface RevokeKeyProps {
  /** The last four characters of the key, to be typed. */
  readonly last: string;
  readonly onConfirm: (confirmation: string) => Promise<void>;
}

/** The way to revoke a key: a button, and a dialog in which its end is typed. */
export function RevokeKey({ last, onConfirm }: RevokeKeyProps) {
  const t = useTranslations('key.revoke');
  const words = useTranslations('account');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button kind="danger" onClick={() => setOpen(true)}>
        {t('open')}
      </Button>
      <TypedConfirmation
        open={isOpen}
        onClose={() => setOpen(false)}
        title={t('title')}
        label={t.rich('confirm', {
          last,
          b: (text) => (
            <strong dir="ltr" className="font-mono">
              {text}
            </strong>
          ),
        })}
        expected={last}
        wrong={t('wrong')}
        action={t('now')}
        keep={t('keep')}
        failed={words('failed')}
        onConfirm={onConfirm}
      >
        <p>{t('body')}</p>
      </TypedConfirmation>
    </>
  );
}
