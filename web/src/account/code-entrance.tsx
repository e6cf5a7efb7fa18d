import { useTranslations } from 'use-intl';
import { postPortal } from '../api.ts';
import { adoptSession } from './adopt-session.ts';
import { CodeForm } from './code-form.tsx';
import { ENTRANCE_FORM, Entrance } from './entrance.tsx';

interface CodeEntranceProps {
  readonly codeState: string;
  readonly onEntered: () => void;
}

/** The second step of signing in, for accounts that ask for a one-time code. */
export function CodeEntrance({ codeState, onEntered }: CodeEntranceProps) {
  const t = useTranslations('account.code');
  const enter = async (code: string) => {
    adoptSession(await postPortal('/sign-in/code', { codeState, code }));
    onEntered();
  };
  return (
    <Entrance title={t('title')} lead={t('lead')}>
      <CodeForm takesFocus hint={t('hint')} action={t('submit')} send={enter} {...ENTRANCE_FORM} />
    </Entrance>
  );
}
