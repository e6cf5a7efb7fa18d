import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { FEED_RECORD_KINDS, type ImportView } from '../../../src/portal/contract/console-feeds.ts';
import { consoleQuery } from '../console/console-queries.ts';
import { Button, TextLink } from '../design/button.tsx';
import { Moment } from '../design/moment.tsx';
import type { Column } from '../design/table.tsx';
import { TableSection } from '../design/table-section.tsx';
import { AllFindings } from './feed-report.tsx';
import { UndoImport } from './undo-import.tsx';

/** The latest attempts to import a feed, from wherever. */
export function Imports({ imports }: { readonly imports: readonly ImportView[] }) {
  const t = useTranslations('consoleShop.feeds');
  const columns = useColumns();
  return (
    <TableSection
      title={t('imports')}
      none={t('noImports')}
      columns={columns}
      rows={imports}
      rowKey={({ importId }) => String(importId)}
    />
  );
}

function useColumns(): readonly Column<ImportView>[] {
  const t = useTranslations('consoleShop.feeds');
  const format = useFormatter();
  return [
    {
      name: 'time',
      head: t('time'),
      cell: ({ endedAtMs, startedAtMs }) => <Moment atMs={endedAtMs ?? startedAtMs} timeStyle="short" />,
    },
    {
      name: 'name',
      head: t('name'),
      cell: ({ name, readAs }) => (
        <>
          <bdi className="line-clamp-2">{name}</bdi>
          {readAs !== null && <HowRead readAs={readAs} />}
        </>
      ),
    },
    { name: 'by', head: t('by'), cell: ({ accountId, token }) => <By accountId={accountId} token={token} /> },
    { name: 'result', head: t('result'), cell: (one) => <Result one={one} /> },
    { name: 'wrong', head: t('wrong'), count: ({ problemCount }) => problemCount },
    { name: 'warnings', head: t('warned'), count: ({ warningCount }) => warningCount },
    { name: 'reasons', head: t('reasons'), cell: (one) => <ImportReasons one={one} /> },
    { name: 'undo', head: t('undo.head'), cell: (one) => <UndoImport one={one} /> },
    {
      name: 'took',
      head: t('took'),
      cell: ({ startedAtMs, endedAtMs }) =>
        endedAtMs === null
          ? ''
          : t('seconds', { seconds: format.number((endedAtMs - startedAtMs) / 1000, ONE_DIGIT) }),
      numeric: true,
    },
  ];
}

const ONE_DIGIT = { maximumFractionDigits: 1 } as const;

function By({ accountId, token }: Pick<ImportView, 'accountId' | 'token'>) {
  const t = useTranslations('consoleShop.feeds');
  if (token !== null) return <bdi>{token}</bdi>;
  if (accountId === null) return t('byCommand');
  return (
    <TextLink
      to="/portal/console/accounts/$accountId"
      params={{ accountId: String(accountId) }}
      className="whitespace-nowrap"
    >
      {t('byAccount', { accountId })}
    </TextLink>
  );
}

/** Format, encoding, delimiter and mapping, as far as the format has them. */
function HowRead({ readAs }: { readonly readAs: NonNullable<ImportView['readAs']> }) {
  const t = useTranslations('consoleShop.feeds');
  const { format, encoding, delimiter, mapping } = readAs;
  const parts = [
    t(`formats.${format}`),
    encoding?.toUpperCase(),
    delimiter === '\t' ? t('tab') : delimiter,
    mapping === null ? null : t('mappedBy', { name: mapping }),
  ].filter((part) => typeof part === 'string');
  return <p className="min-w-32 text-xs text-soft">{parts.join(' · ')}</p>;
}

/** What was new or other than before, by kind. */
function Result({ one }: { readonly one: ImportView }) {
  const t = useTranslations('consoleShop.feeds');
  const format = useFormatter();
  if (one.outcome !== 'imported') {
    return (
      <>
        <p className="font-semibold">{t(`outcomes.${one.outcome}`)}</p>
        {one.cause !== null && <p className="min-w-48 text-xs">{one.cause}</p>}
      </>
    );
  }
  const parts = FEED_RECORD_KINDS.flatMap((kind) =>
    (['added', 'changed', 'late'] as const).flatMap((outcome) => {
      const count = one.counts[kind][outcome];
      return count === 0 ? [] : [{ name: `${kind} ${outcome}`, kind, outcome, count }];
    }),
  );
  if (parts.length === 0) return t('unchanged');
  return (
    <ul className="min-w-40">
      {parts.map(({ name, kind, outcome, count }) => (
        <li key={name}>
          {t(`kinds.${kind}`)}: {t(`did.${outcome}`, { count: format.number(count) })}
        </li>
      ))}
    </ul>
  );
}

/** The refused lines and warnings of one import, once somebody wants to see them. */
function ImportReasons({ one }: { readonly one: ImportView }) {
  const t = useTranslations('consoleShop.feeds');
  const [isOpen, setOpen] = useState(false);
  if (one.problemCount + one.warningCount === 0) return null;
  return isOpen ? <Reasons one={one} /> : <Button onClick={() => setOpen(true)}>{t('showReasons')}</Button>;
}

function Reasons({ one }: { readonly one: ImportView }) {
  const { data } = useQuery(consoleQuery('/console/feed/log', { importId: one.importId }));
  return (
    data !== undefined && (
      <div className="space-y-4">
        <AllFindings of={data} />
      </div>
    )
  );
}
