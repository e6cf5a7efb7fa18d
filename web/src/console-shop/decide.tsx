import { createContext, type ReactNode, useContext, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { DecidedTogether } from '../../../src/catalog/item-overrides.ts';
import type { BulkPreview } from '../../../src/portal/contract/console-bulk.ts';
import { type ItemOverridesView, REASON } from '../../../src/portal/contract/console-shop.ts';
import { type PathOf, type PostBody, postPortal } from '../api.ts';
import { consoleQuery, refreshConsole } from '../console/console-queries.ts';
import type { ButtonKind } from '../design/button.tsx';
import { TextField } from '../design/field.tsx';
import { SideSection } from '../design/side-section.tsx';
import { ActionButton } from '../forms/action-button.tsx';
import { queryClient } from '../query-client.ts';

const REASON_MAX = REASON.maxLength;

type ShopPath = Extract<PathOf<'POST'>, `/console/shop/${string}`>;
type Decide = <Path extends ShopPath>(path: Path, body: PostBody<Path>) => Promise<void>;

const DecideContext = createContext<Decide>(sendDecision);

/**
 * Changes products by a request; what it answers of a single one is shown at once. The reason in the field above the forms goes
 * along. Throws PortalError.
 */
export function useDecide(): Decide {
  return useContext(DecideContext);
}

/** One field for the reason of the next decision made by any form within. */
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
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </SideSection>
      {children}
    </DecideContext>
  );
}

interface DecideButtonProps<Path extends ShopPath> {
  readonly path: Path;
  readonly body: PostBody<Path>;
  readonly label: string;
  /** Said when it is done. */
  readonly done: string;
  readonly kind?: ButtonKind;
  readonly className?: string;
  readonly onDone?: () => void;
}

/** Makes a decision when pressed. Failures are shown below. */
export function DecideButton<Path extends ShopPath>({
  path,
  body,
  label,
  done,
  onDone,
  ...look
}: DecideButtonProps<Path>) {
  const decide = useDecide();
  const act = async () => {
    await decide(path, body);
    onDone?.();
  };
  return (
    <ActionButton work={act} done={done} {...look}>
      {label}
    </ActionButton>
  );
}

async function sendDecision<Path extends ShopPath>(path: Path, body: PostBody<Path>): Promise<void> {
  const answer: ItemOverridesView | DecidedTogether | BulkPreview = await postPortal(path, body);
  if ('itemId' in answer)
    queryClient.setQueryData(
      consoleQuery('/console/shop/item', { itemId: String(answer.itemId) }).queryKey,
      answer,
    );
  await refreshConsole();
}
