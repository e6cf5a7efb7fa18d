import type { ItemOverridesView } from '../../../src/portal/console-shop-contract.ts';
import { postPortal } from '../api.ts';
import { refreshConsole } from '../console/console-queries.ts';
import { queryClient } from '../query-client.ts';
import { itemOverridesQuery } from './shop-queries.ts';

/** Changes a product by a request that answers what holds then, and shows it. Throws PortalError. */
export async function changeItemOverride(path: string, body: object): Promise<void> {
  const item = await postPortal<ItemOverridesView>(`/console/shop${path}`, body);
  queryClient.setQueryData(itemOverridesQuery(String(item.itemId)).queryKey, item);
  await refreshConsole();
}
