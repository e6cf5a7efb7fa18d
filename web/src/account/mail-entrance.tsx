import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { failureText, type PostBody, sessionQuery } from '../api.ts';
import { Button } from '../design/button.tsx';
import { CodeBlock } from '../design/code-block.tsx';
import { Notice } from '../design/notice.tsx';
import { useLanguage } from '../i18n/language-provider.tsx';
import { EmailForm } from './email-form.tsx';
import { Entrance, type EntranceProps } from './entrance.tsx';

interface MailEntranceProps extends Omit<EntranceProps, 'takesFocus'> {
  /** Asks the server for the message, and for it again. */
  readonly send: (to: PostBody<'/sign-up'>) => Promise<object>;
  /** On the button. */
  readonly action: string;
  /** What stands in the field at first. */
  readonly email?: string;
}

/** Asks for the address to which a message goes; once it is sent, the rest happens in the mailbox. */
export function MailEntrance({ send, action, email, children, ...entrance }: MailEntranceProps) {
  const t = useTranslations('account.sent');
  const { data: session } = useQuery(sessionQuery);
  const [sentTo, setSentTo] = useState('');
  if (sentTo === '') {
    return (
      <Entrance {...entrance}>
        <EmailForm send={send} action={action} email={email} onSent={setSentTo} />
        {children}
      </Entrance>
    );
  }
  return (
    <Entrance title={t(session?.mail === 'outbox' ? 'keptTitle' : 'title')} above={entrance.above} takesFocus>
      <MailSent email={sentTo} send={send} onOther={() => setSentTo('')} />
    </Entrance>
  );
}

interface MailSentProps {
  readonly email: string;
  /** Asks the server for the message again. */
  readonly send: (to: PostBody<'/sign-up'>) => Promise<object>;
  readonly onOther: () => void;
}

function MailSent({ email, send, onOther }: MailSentProps) {
  const t = useTranslations('account');
  const { language } = useLanguage();
  const { data: session } = useQuery(sessionQuery);
  // Without a mail server nothing was sent anywhere: the text says so instead of pointing to a mailbox.
  const isKept = session?.mail === 'outbox';
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState({ isGood: true, text: '' });
  const resend = async () => {
    setBusy(true);
    const body = { email, language };
    try {
      await send(body);
      setOutcome({ isGood: true, text: t(isKept ? 'sent.keptAgain' : 'sent.resent', { email }) });
    } catch (error) {
      setOutcome({ isGood: false, text: failureText(error) || t('failed') });
    }
    setBusy(false);
  };
  return (
    <div className="space-y-5">
      <p>{t.rich(isKept ? 'sent.kept' : 'sent.body', { email, b: (text) => <Address>{text}</Address> })}</p>
      <OutboxHint />
      {!isKept && <p className="text-sm text-soft">{t('sent.none')}</p>}
      <div className="flex flex-wrap gap-3">
        <Button onClick={resend} busy={busy}>
          {t(isKept ? 'sent.again' : 'sent.resend')}
        </Button>
        <Button kind="bare" onClick={onOther}>
          {t('sent.other')}
        </Button>
      </div>
      <div role="status">
        {outcome.text !== '' && <Notice kind={outcome.isGood ? 'good' : 'bad'}>{outcome.text}</Notice>}
      </div>
    </div>
  );
}

/** That a message was sent, read out when it is; nothing while `text` is empty. */
export function MailSentNotice({ text }: { readonly text: string }) {
  return (
    <div role="status" className="space-y-4">
      {text !== '' && (
        <>
          <Notice kind="good">{text}</Notice>
          <OutboxHint />
        </>
      )}
    </div>
  );
}

/** Where messages lie while the installation has no mail server. */
export function OutboxHint() {
  const t = useTranslations('account.sent');
  const { data: session } = useQuery(sessionQuery);
  if (session?.mail !== 'outbox') return null;
  return (
    <Notice kind="warn">
      <p className="mb-3">{t('outbox')}</p>
      <CodeBlock label="shell" code="seoga mail" />
    </Notice>
  );
}

export function Address({ children }: { readonly children: ReactNode }) {
  return (
    <strong dir="ltr" className="font-semibold">
      {children}
    </strong>
  );
}
