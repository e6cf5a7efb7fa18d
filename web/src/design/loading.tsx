import { useTranslations } from 'use-intl';
import { failureText } from '../api.ts';
import { Button } from './button.tsx';
import { Notice } from './notice.tsx';

/** While something is fetched. Keeps its place, so that the page does not jump much. */
export function Loading() {
  const t = useTranslations('frame');
  return (
    <p role="status" data-loading className="flex min-h-40 items-center justify-center text-sm text-soft">
      {t('loading')}
    </p>
  );
}

interface FailedProps {
  readonly error: unknown;
  readonly onRetry?: () => void;
}

/** What could not be fetched or done, in the server's words, and a way to try again. */
export function Failed({ error, onRetry }: FailedProps) {
  const t = useTranslations('frame');
  return (
    <Notice kind="bad">
      <p>{failureText(error) ?? t('failed')}</p>
      {onRetry !== undefined && (
        <Button className="mt-3" onClick={onRetry}>
          {t('retry')}
        </Button>
      )}
    </Notice>
  );
}
