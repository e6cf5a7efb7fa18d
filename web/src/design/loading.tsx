import { useTranslations } from 'use-intl';
import { failureText } from '../api.ts';
import { Button } from './button.tsx';
import { Notice } from './notice.tsx';

/** Shown while something is fetched. It takes up room, so the page doesn't jump much. */
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

/** Why something couldn't be fetched, in the server's words, and a button to try again. */
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
