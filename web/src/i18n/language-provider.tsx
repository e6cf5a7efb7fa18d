import { createContext, type ReactNode, use, useCallback, useMemo, useState } from 'react';
import { IntlProvider } from 'use-intl';
import type { Language } from '../../../src/messages/languages.ts';
import type { Messages } from '../messages/messages.ts';
import { queryClient } from '../query-client.ts';
import { chooseLanguage, currentLanguage } from './language.ts';
import { loadMessages } from './load-messages.ts';

interface LanguageChoice {
  readonly language: Language;
  readonly choose: (language: Language) => Promise<void>;
}

const LanguageContext = createContext<LanguageChoice | null>(null);

/** The language in use, and the way to switch it. */
export function useLanguage(): LanguageChoice {
  const choice = use(LanguageContext);
  if (choice === null) throw new Error('useLanguage outside LanguageProvider');
  return choice;
}

interface LanguageProviderProps {
  readonly firstMessages: Messages;
  readonly children: ReactNode;
}

/** Gives all messages of one language to the pages below. Days and times are those of Korea everywhere. */
export function LanguageProvider({ firstMessages, children }: LanguageProviderProps) {
  const [shown, setShown] = useState({ language: currentLanguage(), messages: firstMessages });
  const choose = useCallback(async (language: Language) => {
    const messages = await loadMessages(language);
    chooseLanguage(language);
    document.documentElement.lang = language;
    setShown({ language, messages });
    // Some answers hold texts of the server in the language before.
    await queryClient.invalidateQueries();
  }, []);
  const choice = useMemo(() => ({ language: shown.language, choose }), [shown.language, choose]);
  return (
    <LanguageContext value={choice}>
      <IntlProvider locale={shown.language} messages={shown.messages} timeZone="Asia/Seoul">
        {children}
      </IntlProvider>
    </LanguageContext>
  );
}
