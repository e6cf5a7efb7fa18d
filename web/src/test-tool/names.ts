import { useLanguage } from '../i18n/language-provider.tsx';
import type { Parameter, Spoken } from './operations.ts';

/** A text of the document in the page's language. */
export function useSpoken(): (text: Spoken) => string {
  const { language } = useLanguage();
  return (text) => text[language] ?? text.en;
}

export function useValueLabel(): (parameter: Parameter, value: string) => string {
  const spoken = useSpoken();
  return ({ choices }, value) => {
    const meaning = choices.find((one) => one.value === value)?.meaning;
    const label = meaning === undefined ? value : spoken(meaning);
    return label === value ? value : `${label} (${value})`;
  };
}
