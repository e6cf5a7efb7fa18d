import { useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import type { FeedCounts, ImportView, UndoView } from '../../../src/portal/contract/console-feeds.ts';
import { postPortal } from '../api.ts';
import { refreshConsole } from '../console/console-queries.ts';
import { Notice } from '../design/notice.tsx';
import { ActionButton } from '../forms/action-button.tsx';
import { TypedConfirmation } from '../forms/typed-confirmation.tsx';

/** Puts back what an import changed, after saying how much that is. */
export function UndoImport({ one }: { readonly one: ImportView }) {
  const t = useTranslations('consoleShop.feeds.undo');
  const [preview, setPreview] = useState<UndoView | null>(null);
  if (one.undoneBy !== null) return t('undone', { importId: one.undoneBy });
  if (!one.canUndo) return null;
  const { importId } = one;
  const ask = async () =>
    setPreview(await postPortal('/console/feed/undo', { importId, dryRun: true, force: false }));
  return (
    <>
      <ActionButton kind="danger" work={ask}>
        {t('ask')}
      </ActionButton>
      {preview?.kind === 'impossible' && <Notice kind="warn">{preview.reason}</Notice>}
      {preview !== null && preview.kind !== 'impossible' && (
        <Confirm one={one} preview={preview} onClose={() => setPreview(null)} />
      )}
    </>
  );
}

interface ConfirmProps {
  readonly one: ImportView;
  readonly preview: UndoView;
  readonly onClose: () => void;
}

function Confirm({ one, preview, onClose }: ConfirmProps) {
  const t = useTranslations('consoleShop.feeds.undo');
  const number = String(one.importId);
  const undo = async () => {
    await postPortal('/console/feed/undo', {
      importId: one.importId,
      dryRun: false,
      force: preview.kind === 'conflict',
    });
    await refreshConsole();
  };
  return (
    <TypedConfirmation
      open
      onClose={onClose}
      title={t('question')}
      label={t.rich('confirm', { number, b: (shown) => <strong>{shown}</strong> })}
      expected={number}
      wrong={t('wrong')}
      action={t('now')}
      keep={t('keep')}
      done={t('done')}
      onConfirm={undo}
    >
      <p className="font-semibold">
        <bdi>{one.name}</bdi>
      </p>
      {preview.kind !== 'undone' ? (
        <>
          <p>{preview.reason}</p>
          <p>{t('force')}</p>
        </>
      ) : (
        <Size counts={preview.counts} />
      )}
    </TypedConfirmation>
  );
}

function Size({ counts }: { readonly counts: FeedCounts }) {
  const t = useTranslations('consoleShop.feeds.undo');
  const format = useFormatter();
  const sum = (outcome: 'added' | 'changed') =>
    counts.item[outcome] + counts.author[outcome] + counts.category[outcome];
  const back = format.number(sum('added'));
  const changed = format.number(sum('changed'));
  const gone = format.number(counts.remove.changed);
  return <p>{t('size', { back, changed, gone })}</p>;
}
