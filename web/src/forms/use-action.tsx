import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { failureText } from '../api.ts';
import { Notice } from '../design/notice.tsx';
import { useToast } from '../design/toast.tsx';

/**
 * For a button whose work may fail: whether it is under way, the words for its failure, empty when there is none, and the
 * notice that holds them. `done` is said when the work has succeeded.
 */
export function useAction() {
  const t = useTranslations('account');
  const toast = useToast();
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState('');
  const run = async (work: () => Promise<void>, done?: string) => {
    setBusy(true);
    setFault('');
    try {
      await work();
      if (done !== undefined) toast(done);
    } catch (error) {
      setFault(failureText(error) || t('failed'));
    }
    setBusy(false);
  };
  return { busy, fault, notice: fault !== '' && <Notice kind="bad">{fault}</Notice>, run };
}
