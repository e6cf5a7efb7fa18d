import { createContext, type ReactNode, use, useCallback, useMemo, useSyncExternalStore } from 'react';
import { IntlProvider } from 'use-intl';
import type { Language } from '../../../src/messages/languages.ts';
import { queryClient } from '../query-client.ts';
import { chooseLanguage } from './language.ts';
import { showMessages, shownMessages, watchMessages } from './shown-messages.ts';

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

/** Gives the texts of one language to the pages below. Days and times are those of Korea everywhere. */
export function LanguageProvider({ children }: { readonly children: ReactNode }) {
  const shown = useSyncExternalStore(watchMessages, shownMessages, shownMessages);
  const choose = useCallback(async (language: Language) => {
    await showMessages(language);
    chooseLanguage(language);
    document.documentElement.lang = language;
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
