import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { failureText } from '../api.ts';

/** For a button whose work may fail: whether it is under way, and the words for its failure, empty when there is none. */
export function useAction() {
  const t = useTranslations('account');
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState('');
  const run = async (work: () => Promise<void>) => {
    setBusy(true);
    setFault('');
    try {
      await work();
    } catch (error) {
      setFault(failureText(error) || t('failed'));
    }
    setBusy(false);
  };
  return { busy, fault, run };
}
