import { useTranslations } from 'use-intl';
import type { ConsoleAccountPage } from '../../../src/portal/contract/console-accounts.ts';
import type { KeyView } from '../../../src/portal/contract/own-service.ts';
import { momentOf } from '../design/dates.ts';
import { RevokeKey } from '../key/revoke-key.tsx';
import { useAccountChange } from './use-account-change.ts';
import { usePlace } from './use-place.ts';

/** The live key of an account, and its revoke. */
export function AccountKey({ page }: { readonly page: ConsoleAccountPage }) {
  const t = useTranslations('console.account.key');
  const { place, focusPlace } = usePlace();
  const { live } = page.keys;
  const time = (ms: number) => momentOf(ms);
  const usedWords = ({ issuedAtMs, lastUsedDay }: KeyView) =>
    lastUsedDay === null
      ? t('unused', { issued: time(issuedAtMs) })
      : t('used', { issued: time(issuedAtMs), day: lastUsedDay });
  return (
    <div ref={place} tabIndex={-1} className="space-y-4 outline-none">
      {live === null ? (
        <p>{t('none')}</p>
      ) : (
        <>
          <p dir="ltr" className="rounded-md bg-well px-4 py-3 font-mono break-all">
            {live.masked}
          </p>
          <p className="text-soft">{usedWords(live)}</p>
          <Revoke accountId={page.account.accountId} last={live.masked.slice(-4)} onRevoked={focusPlace} />
        </>
      )}
    </div>
  );
}

interface RevokeProps {
  readonly accountId: number;
  readonly last: string;
  readonly onRevoked: () => void;
}

function Revoke({ accountId, last, onRevoked }: RevokeProps) {
  const t = useTranslations('console.account.key');
  const change = useAccountChange();
  const revoke = async (confirmation: string) => {
    await change('/console/account/revoke-key', { accountId, confirmation });
    onRevoked();
  };
  return <RevokeKey last={last} done={t('done')} onConfirm={revoke} />;
}
