import { type PostBody, postPortal } from '../api.ts';

const NEXT_PAGE = 'seoga-next-page';

/**
 * Leaves for the provider's page, which sends the browser back to ProviderReturnPage. `next` is the page to go on to
 * after signing in; it stays in this tab, because it may hold what somebody searched for. Throws PortalError.
 */
export async function goToProvider(start: PostBody<'/provider/start'>, next?: string): Promise<void> {
  const { address } = await postPortal('/provider/start', start);
  try {
    sessionStorage.setItem(NEXT_PAGE, next ?? '');
  } catch {
    // A private window may forbid it: then signing in leads to the key.
  }
  window.location.assign(address);
}

/** The page that was asked for before leaving. */
export function nextAfterProvider(): string | undefined {
  try {
    return sessionStorage.getItem(NEXT_PAGE) ?? undefined;
  } catch {
    return undefined;
  }
}
