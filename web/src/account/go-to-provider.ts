import type { ProviderAddress, ProviderStart } from '../../../src/portal/contract.ts';
import { postPortal } from '../api.ts';

/** Leaves for the provider's page, which sends the browser back to ProviderReturnPage. Throws PortalError. */
export async function goToProvider(wish: ProviderStart): Promise<void> {
  const { address } = await postPortal<ProviderAddress>('/provider/start', wish);
  window.location.assign(address);
}
