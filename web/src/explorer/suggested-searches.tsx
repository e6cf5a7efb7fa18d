import { useTranslations } from 'use-intl';
import { TextLink } from '../design/button.tsx';
import { useSuggestions } from './suggest-box.tsx';

/** What the search field suggests for a query that found nothing, such as initial consonants: each a search of its own. */
export function SuggestedSearches({ query }: { readonly query: string }) {
  const t = useTranslations('explorer.search');
  const others = useSuggestions(query).filter((text) => text !== query);
  if (others.length === 0) return null;
  return (
    <nav aria-label={t('suggestions')} className="mb-5">
      <p className="text-sm font-semibold">{t('suggestions')}</p>
      <ul className="flex flex-wrap justify-center gap-x-4">
        {others.map((text) => (
          <li key={text}>
            <TextLink
              to="/portal/explorer"
              search={{ query: text }}
              dir="auto"
              className="inline-flex min-h-11 items-center text-sm"
            >
              {text}
            </TextLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
