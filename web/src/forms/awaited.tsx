import { Loading } from '../design/loading.tsx';
import { QueryFailed } from './query-failed.tsx';

interface AwaitedProps {
  /** What the last attempt to fetch threw, or null. */
  readonly error: unknown;
  readonly onRetry: () => void;
}

/** In place of what isn't there yet: that it is being fetched, or why it couldn't be. */
export function Awaited({ error, onRetry }: AwaitedProps) {
  return error === null ? <Loading /> : <QueryFailed error={error} onRetry={onRetry} />;
}
