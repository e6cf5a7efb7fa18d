import { useTranslations } from 'use-intl';
import type { KeyView } from '../../../src/portal/contract/own-service.ts';
import { Moment } from '../design/moment.tsx';
import { TableSection } from '../design/table-section.tsx';

/** Every key that the account had, newest first. */
export function KeyHistory({ keys }: { readonly keys: readonly KeyView[] }) {
  const t = useTranslations('key.history');
  const time = (ms: number | null) => (ms === null ? '' : <Moment atMs={ms} timeStyle="short" />);
  return (
    <TableSection
      title={t('title')}
      columns={[
        { name: 'masked', head: t('masked'), cell: (one) => <Code>{one.masked}</Code> },
        {
          name: 'state',
          head: t('state'),
          cell: ({ revokedAtMs }) =>
            revokedAtMs === null ? <strong className="text-good">{t('live')}</strong> : t('dead'),
          nowrap: true,
        },
        { name: 'issued', head: t('issued'), cell: (one) => time(one.issuedAtMs) },
        { name: 'revoked', head: t('revoked'), cell: (one) => time(one.revokedAtMs) },
        { name: 'used', head: t('lastUsed'), cell: (one) => time(one.lastUsedAtMs) || one.lastUsedDay },
      ]}
      rows={keys}
      rowKey={(one) => `${one.issuedAtMs} ${one.masked}`}
    />
  );
}

function Code({ children }: { readonly children: string }) {
  return (
    <span dir="ltr" className="font-mono text-xs whitespace-nowrap">
      {children}
    </span>
  );
}
