import { useTranslations } from 'use-intl';
import type { FeedBrake } from '../../../src/portal/contract/console-feeds.ts';
import { Notice } from '../design/notice.tsx';
import { ConfirmButton } from '../forms/typed-confirmation.tsx';

/** What stops an import. */
export function Brakes({ brakes }: { readonly brakes: readonly FeedBrake[] }) {
  const t = useTranslations('consoleShop.feeds.brakes');
  return (
    <Notice kind="bad">
      <p className="font-semibold">{t('title')}</p>
      <ul className="mt-1 list-disc ps-5">
        {brakes.map((brake) => (
          <li key={brake.sentence}>{brake.sentence}</li>
        ))}
      </ul>
    </Notice>
  );
}

interface BrakedImportProps {
  readonly brake: FeedBrake;
  readonly onConfirm: () => Promise<void>;
}

/** Imports all the same, once the operator has typed the number that the brake names. */
export function BrakedImport({ brake, onConfirm }: BrakedImportProps) {
  const t = useTranslations('consoleShop.feeds.brakes');
  const number = String(brake.count);
  return (
    <ConfirmButton
      ask={t('import')}
      title={t('question')}
      label={t.rich('confirm', { number, b: (shown) => <strong>{shown}</strong> })}
      expected={number}
      wrong={t('wrong')}
      action={t('now')}
      keep={t('keep')}
      onConfirm={onConfirm}
    >
      <p>{brake.sentence}</p>
    </ConfirmButton>
  );
}
