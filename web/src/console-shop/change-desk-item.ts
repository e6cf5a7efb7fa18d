import type { DeskItemView } from '../../../src/portal/console-shop-contract.ts';
import { postPortal } from '../api.ts';
import { refreshConsole } from '../console/console-queries.ts';
import { queryClient } from '../query-client.ts';
import { deskItemQuery } from './shop-queries.ts';

/** Changes a product by a request that answers what holds then, and shows it. Throws PortalError. */
export async function changeDeskItem(path: string, body: object): Promise<void> {
  const item = await postPortal<DeskItemView>(`/console/shop${path}`, body);
  queryClient.setQueryData(deskItemQuery(String(item.itemId)).queryKey, item);
  await refreshConsole();
}
