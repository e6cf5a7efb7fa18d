import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { PortalError, sessionQuery } from '../api.ts';
import { queryClient } from '../query-client.ts';

/**
 * When the sign-in has ended, leads to it and back; when the account may no longer do this, its page learns of it.
 * `error` is what the last attempt to fetch threw, or null.
 */
export function useLeaveWhenRefused(error: unknown): void {
  const router = useRouter();
  const code = error instanceof PortalError ? error.failure.code : null;
  const isRefused = code === 'SIGN_IN_FIRST' || code === 'FORBIDDEN';
  useEffect(() => {
    if (!isRefused) return;
    const leave = async () => {
      await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 });
      // The page's own check leads to the sign-in page.
      await router.invalidate();
    };
    void leave();
  }, [isRefused, router]);
}
