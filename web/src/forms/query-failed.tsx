import { Failed } from '../design/loading.tsx';
import { useLeaveWhenRefused } from './use-leave-when-refused.ts';

interface QueryFailedProps {
  readonly error: unknown;
  readonly onRetry: () => void;
}

/** What could not be fetched, with a way to try again. */
export function QueryFailed({ error, onRetry }: QueryFailedProps) {
  useLeaveWhenRefused(error);
  return <Failed error={error} onRetry={onRetry} />;
}
