import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { useTranslations } from 'use-intl';
import { portalQuery } from '../api.ts';
import { Combobox } from '../design/combobox.tsx';

interface SuggestBoxProps {
  readonly value: string;
  readonly onType: (text: string) => void;
  /** One of the suggestions was taken. */
  readonly onChoose: (text: string) => void;
}

/** The limit of the API. */
const QUERY_LENGTH_MAX = 200;

/** The search field of the catalogue with suggestions. */
export function SuggestBox({ value, onType, onChoose }: SuggestBoxProps) {
  const t = useTranslations('explorer.search');
  const suggestions = useSuggestions(value);
  return (
    <Combobox
      label={t('label')}
      listLabel={t('suggestions')}
      placeholder={t('hint')}
      lengthMax={QUERY_LENGTH_MAX}
      value={value}
      options={suggestions.map((text) => ({ name: text, content: text }))}
      onType={onType}
      onChoose={onChoose}
    />
  );
}

/** Empty until the server responds, and if it doesn't: search works without suggestions. */
export function useSuggestions(value: string): readonly string[] {
  const query = useDeferredValue(value.trim());
  const { data } = useQuery({
    ...portalQuery('/suggest', { query }),
    enabled: query !== '',
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
  return query === '' ? [] : (data?.suggestions ?? []);
}
