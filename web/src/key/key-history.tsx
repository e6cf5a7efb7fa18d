import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { KeyView } from '../../../src/portal/contract/own-service.ts';
import { Moment } from '../design/moment.tsx';
import { Table } from '../design/table.tsx';

/** Every key that the account had, newest first. */
export function KeyHistory({ keys }: { readonly keys: readonly KeyView[] }) {
  const t = useTranslations('key.history');
  const time = (ms: number | null) => (ms === null ? '' : <Moment atMs={ms} timeStyle="short" />);
  return (
    <section>
      <h2 className="mb-4 text-lg font-bold">{t('title')}</h2>
      <Table
        caption={t('title')}
        captionHidden
        columns={[
          { name: 'masked', head: t('masked'), cell: (one) => <Code>{one.masked}</Code> },
          {
            name: 'state',
            head: t('state'),
            cell: ({ revokedAtMs }) => (
              <Nowrap>
                {revokedAtMs === null ? <strong className="text-good">{t('live')}</strong> : t('dead')}
              </Nowrap>
            ),
          },
          { name: 'issued', head: t('issued'), cell: (one) => time(one.issuedAtMs) },
          { name: 'revoked', head: t('revoked'), cell: (one) => time(one.revokedAtMs) },
          {
            name: 'used',
            head: t('lastUsed'),
            cell: (one) => time(one.lastUsedAtMs) || <Nowrap>{one.lastUsedDay ?? ''}</Nowrap>,
          },
        ]}
        rows={keys}
        rowKey={(one) => `${one.issuedAtMs} ${one.masked}`}
      />
    </section>
  );
}

function Code({ children }: { readonly children: string }) {
  return (
    <span dir="ltr" className="font-mono text-xs whitespace-nowrap">
      {children}
    </span>
  );
}

function Nowrap({ children }: { readonly children: ReactNode }) {
  return <span className="whitespace-nowrap tabular-nums">{children}</span>;
}
