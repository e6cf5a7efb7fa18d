import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { PortalError } from '../api.ts';
import { useToast } from '../design/toast.tsx';
import { TypedConfirmation } from '../forms/typed-confirmation.tsx';

type Send = (confirmed: { readonly confirmation?: string }) => Promise<void>;

interface Question {
  readonly message: string;
  readonly expected: string;
  readonly send: Send;
  readonly done: string;
}

/**
 * Sends a change and says `done`. If the server asks for confirmation, a dialog asks for the number; other
 * failures are thrown.
 */
export function useAskBack() {
  const [question, setQuestion] = useState<Question | null>(null);
  const toast = useToast();
  const sendAsking = async (send: Send, done: string) => {
    try {
      await send({});
      toast(done);
    } catch (error) {
      const failure = error instanceof PortalError ? error.failure : null;
      if (failure === null || failure.confirm === null) throw error;
      setQuestion({ message: failure.message, expected: failure.confirm, send, done });
    }
  };
  return { sendAsking, dialog: <AskBack question={question} onClose={() => setQuestion(null)} /> };
}

interface AskBackProps {
  readonly question: Question | null;
  readonly onClose: () => void;
}

function AskBack({ question, onClose }: AskBackProps) {
  const t = useTranslations('consoleShop.askBack');
  const shop = useTranslations('consoleShop.shop.withholding');
  const expected = question?.expected ?? '';
  const confirm = async (confirmation: string) => question?.send({ confirmation });
  return (
    <TypedConfirmation
      open={question !== null}
      onClose={onClose}
      title={t('title')}
      label={t('label', { number: expected })}
      expected={expected}
      wrong={shop('wrong')}
      action={t('action')}
      keep={shop('keep')}
      done={question?.done ?? ''}
      onConfirm={confirm}
    >
      <p>{question?.message}</p>
    </TypedConfirmation>
  );
}
