import { useTranslations } from 'use-intl';
import { ConfirmButton, type ConfirmButtonProps } from '../forms/typed-confirmation.tsx';

interface RevokeKeyProps extends Pick<ConfirmButtonProps, 'done' | 'onConfirm'> {
  /** The last four characters of the key, to be typed. */
  readonly last: string;
}

/** Revokes a key: a button, and a dialog that asks for the key's last characters. */
export function RevokeKey({ last, ...rest }: RevokeKeyProps) {
  const t = useTranslations('key.revoke');
  return (
    <ConfirmButton
      ask={t('open')}
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
      {...rest}
    >
      <p>{t('body')}</p>
    </ConfirmButton>
  );
}
