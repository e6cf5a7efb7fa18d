import { createContext, type ReactNode, useContext, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { ItemOverridesView } from '../../../src/portal/console-shop-contract.ts';
import type { PortalPosts } from '../../../src/portal/paths-contract.ts';
import { postPortal } from '../api.ts';
import { refreshConsole } from '../console/console-queries.ts';
import { TextField } from '../design/field.tsx';
import { SideSection } from '../design/side-section.tsx';
import { queryClient } from '../query-client.ts';
import { itemOverridesQuery } from './shop-queries.ts';

/** What the server takes (docs/rules/accounts.md#operators-decisions). */
const REASON_MAX = 200;

type ShopPath = Extract<keyof PortalPosts, `/console/shop/${string}`>;
type Decide = <Path extends ShopPath>(path: Path, body: PortalPosts[Path]['body']) => Promise<void>;

const DecideContext = createContext<Decide>(sendDecision);

/**
 * Changes a product by a request that answers what holds then, and shows it. The reason in the field above the forms goes
 * along. Throws PortalError.
 */
export function useDecide(): Decide {
  return useContext(DecideContext);
}

/** One field for the reason of the next decision, whichever of the forms within makes it. */
export function Reasoned({ children }: { readonly children: ReactNode }) {
  const t = useTranslations('consoleShop.shop.reason');
  const [reason, setReason] = useState('');
  const decide: Decide = async (path, body) => {
    await sendDecision(path, reason.trim() === '' ? body : { ...body, reason });
    setReason('');
  };
  return (
    <DecideContext value={decide}>
      <SideSection title={t('title')}>
        <TextField
          label={t('label')}
          hint={t('hint', { max: REASON_MAX })}
          maxLength={REASON_MAX}
          autoComplete="off"
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </SideSection>
      {children}
    </DecideContext>
  );
}

async function sendDecision<Path extends ShopPath>(
  path: Path,
  body: PortalPosts[Path]['body'],
): Promise<void> {
  const item: ItemOverridesView = await postPortal(path, body);
  queryClient.setQueryData(itemOverridesQuery(String(item.itemId)).queryKey, item);
  await refreshConsole();
}
