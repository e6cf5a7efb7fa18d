import { useTranslations } from 'use-intl';
import type { Shelf } from '../../../src/portal/contract/catalogue.ts';
import { Button } from '../design/button.tsx';

interface SearchNotesProps extends Pick<Shelf, 'correction' | 'suggestedQuery'> {
  /** As typed. */
  readonly query: string;
  onExactly(): void;
  onSuggestion(query: string): void;
}

/** Shows which query was searched instead and offers the one typed; suggests what else may have been meant. */
export function SearchNotes(props: SearchNotesProps) {
  const { query, correction, suggestedQuery, onExactly, onSuggestion } = props;
  const t = useTranslations('explorer.search');
  return (
    <>
      {correction !== null && (
        <div className="mt-4 flex flex-wrap items-center gap-x-4 text-sm">
          <p role="status" dir="auto">
            {t(`corrected.${correction.kind}`, { query: correction.query })}
          </p>
          <Button kind="bare" onClick={onExactly}>
            {t('exactly', { query })}
          </Button>
        </div>
      )}
      {suggestedQuery !== null && (
        <p className="mt-2 text-sm">
          <Button kind="bare" onClick={() => onSuggestion(suggestedQuery)}>
            {t('meant', { query: suggestedQuery })}
          </Button>
        </p>
      )}
    </>
  );
}
