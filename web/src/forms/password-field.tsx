import { type ComponentProps, useState } from 'react';
import { useTranslations } from 'use-intl';
import { SmallCheck, TextField } from '../design/field.tsx';

/** A password that can be shown while it is typed. */
export function PasswordField(props: ComponentProps<typeof TextField>) {
  const t = useTranslations('account');
  const [shown, setShown] = useState(false);
  return (
    <div>
      <TextField {...props} type={shown ? 'text' : 'password'} spellCheck={false} autoCapitalize="none" />
      <SmallCheck
        label={t('showPassword')}
        checked={shown}
        onCheck={setShown}
        className="mt-2 text-xs text-soft"
      />
    </div>
  );
}

/** The account's own password, before something that only its owner may do. */
export function CurrentPassword(props: ComponentProps<typeof TextField>) {
  return <TextField type="password" autoComplete="current-password" {...props} />;
}
