import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useDeferredValue, useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { getPortal } from '../api.ts';

interface SuggestBoxProps {
  readonly value: string;
  readonly onType: (text: string) => void;
  /** One of the suggestions was taken. */
  readonly onChoose: (text: string) => void;
}

/** The limit of the API. */
const QUERY_LENGTH_MAX = 200;

/** A search field with suggestions below it. Arrow keys walk through them while the focus stays in the field. */
export function SuggestBox({ value, onType, onChoose }: SuggestBoxProps) {
  const t = useTranslations('explorer.search');
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const suggestions = useSuggestions(value, isOpen);
  const isShown = isOpen && suggestions.length > 0;
  const chosen = isShown ? suggestions[active] : undefined;
  const close = () => {
    setOpen(false);
    setActive(-1);
  };
  const choose = (text: string) => {
    close();
    onChoose(text);
  };
  const walk = (event: KeyboardEvent) => {
    // Keys that put together a syllable belong to the input method.
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') {
      if (chosen === undefined) return close();
      event.preventDefault();
      choose(chosen);
    } else if (isShown && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      event.preventDefault();
      setActive(nextPlace(active, event.key === 'ArrowDown' ? 1 : -1, suggestions.length));
    } else if (isShown && event.key === 'Escape') {
      event.preventDefault();
      close();
    }
  };
  return (
    <div className="relative min-w-0 flex-1">
      <input
        type="search"
        role="combobox"
        aria-label={t('label')}
        aria-autocomplete="list"
        aria-expanded={isShown}
        aria-controls={`${id}-list`}
        aria-activedescendant={chosen === undefined ? undefined : `${id}-${active}`}
        placeholder={t('hint')}
        maxLength={QUERY_LENGTH_MAX}
        autoComplete="off"
        value={value}
        onChange={(event) => {
          onType(event.target.value);
          setOpen(true);
          setActive(-1);
        }}
        onKeyDown={walk}
        onBlur={close}
        className="min-h-11 w-full rounded-md border border-edge bg-raised px-4 text-sm text-ink placeholder:text-soft"
      />
      <SuggestionList id={id} isShown={isShown} suggestions={suggestions} active={active} onChoose={choose} />
    </div>
  );
}

interface SuggestionListProps {
  readonly id: string;
  readonly isShown: boolean;
  readonly suggestions: readonly string[];
  /** The place of the suggestion that Enter takes; -1 for none. */
  readonly active: number;
  readonly onChoose: (text: string) => void;
}

function SuggestionList({ id, isShown, suggestions, active, onChoose }: SuggestionListProps) {
  const t = useTranslations('explorer.search');
  return (
    <div
      id={`${id}-list`}
      role="listbox"
      aria-label={t('suggestions')}
      hidden={!isShown}
      className="absolute inset-x-0 top-full z-30 mt-1 rounded-md border border-line bg-raised p-1 shadow-float"
    >
      {suggestions.map((text, index) => (
        <button
          key={text}
          id={`${id}-${index}`}
          type="button"
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          dir="auto"
          // The field keeps the focus, or it would close the list before the click arrives.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onChoose(text)}
          className="block min-h-11 w-full truncate rounded-sm px-3 text-start text-sm hover:bg-well aria-selected:bg-well"
        >
          {text}
        </button>
      ))}
    </div>
  );
}

/** The next place, round by way of none (-1), where the field's own text stands. */
function nextPlace(active: number, step: 1 | -1, count: number): number {
  return ((active + 1 + step + count + 1) % (count + 1)) - 1;
}

/** None while the answer is not there, and none when there is no answer: the search works without. */
function useSuggestions(value: string, isWanted: boolean): readonly string[] {
  const query = useDeferredValue(value.trim());
  const { data } = useQuery({
    queryKey: ['suggest', query],
    queryFn: () => getPortal('/suggest', { query }),
    enabled: isWanted && query !== '',
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    retry: false,
  });
  return query === '' ? [] : (data?.suggestions ?? []);
}
