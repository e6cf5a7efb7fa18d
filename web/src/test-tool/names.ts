import { useMessages } from 'use-intl';
import type { Operation, Parameter } from './operations.ts';

/** Names in the page's language. What the messages do not know is named as in the API's document. */
export function useEndpointTitle(): (operation: Operation) => string {
  const names: Readonly<Record<string, string>> = useMessages().testTool.endpoints;
  return (operation) => names[operation.id] ?? operation.title;
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
