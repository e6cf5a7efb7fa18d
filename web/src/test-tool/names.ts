import { useMessages } from 'use-intl';
import { endpointTitle } from '../docs/endpoint-texts.ts';
import { useLanguage } from '../i18n/language-provider.tsx';
import type { Operation, Parameter } from './operations.ts';

/** Names in the page's language, those of the documentation. */
export function useEndpointTitle(): (operation: Operation) => string {
  const { language } = useLanguage();
  return ({ id, title }) => endpointTitle(language, id, title);
}

export function useParameterLabel(): (parameter: Parameter) => string {
  const names: Readonly<Record<string, string>> = useMessages().testTool.parameters;
  return ({ name }) => names[name] ?? name;
}

export function useValueLabel(): (parameter: Parameter, value: string) => string {
  const names: Readonly<Record<string, Readonly<Record<string, string>>>> = useMessages().testTool.values;
  return ({ name }, value) => {
    const label = names[name]?.[value];
    return label === undefined || label === value ? value : `${label} (${value})`;
  };
}
