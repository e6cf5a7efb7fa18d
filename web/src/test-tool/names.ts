import { useMessages } from 'use-intl';
import { useLanguage } from '../i18n/language-provider.tsx';
import type { Parameter, Spoken } from './operations.ts';

/** A text of the document in the page's language. */
export function useSpoken(): (text: Spoken) => string {
  const { language } = useLanguage();
  return (text) => text[language] ?? text.en;
}

export function useValueLabel(): (parameter: Parameter, value: string) => string {
  const names: Readonly<Record<string, Readonly<Record<string, string>>>> = useMessages().testTool.values;
  return ({ name }, value) => {
    const label = names[name]?.[value];
    return label === undefined || label === value ? value : `${label} (${value})`;
  };
}
