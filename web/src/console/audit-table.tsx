import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import type { AuditPartyView, AuditView } from '../../../src/portal/console-contract.ts';
import { Moment } from '../design/moment.tsx';
import { Table } from '../design/table.tsx';
import { describeDetail } from './describe-detail.ts';

interface AuditTableProps {
  readonly caption: string;
  readonly entries: readonly AuditView[];
  /** All lines are about the same account, which need not be named. */
  readonly isOfOneAccount?: boolean;
}

/** Lines of the audit log: when, who, what, to whom. */
export function AuditTable({ caption, entries, isOfOneAccount = false }: AuditTableProps) {
  const t = useTranslations('console.audit');
  const action = useActionName();
  const target = {
    name: 'target',
    head: t('target'),
    cell: (entry: AuditView) => <AuditParty party={entry.target} />,
  };
  return (
    <Table
      caption={caption}
      captionHidden
      columns={[
        { name: 'time', head: t('time'), cell: ({ atMs }) => <Moment atMs={atMs} /> },
        { name: 'actor', head: t('actor'), cell: ({ actor }) => <AuditParty party={actor} /> },
        {
          name: 'action',
          head: t('action'),
          cell: (entry) => <span className="whitespace-nowrap">{action(entry.action)}</span>,
        },
        ...(isOfOneAccount ? [] : [target]),
        { name: 'detail', head: t('detail'), cell: ({ detail }) => <Detail detail={detail} /> },
      ]}
      rows={entries}
      rowKey={(entry) => entry.auditId}
    />
  );
}

/** What was done, in words; what these pages have no word for is named as the log names it. */
export function useActionName(): (action: string) => string {
  const t = useTranslations('console.audit.actions');
  return (action) => {
    const name = action.replaceAll('.', '_').replaceAll('-', '_');
    return t.has(name as 'key_issued') ? t(name as 'key_issued') : action;
  };
}

/** The name of somebody for lists to choose from. */
export function usePartyName(): (party: AuditPartyView) => string {
  const t = useTranslations('console.audit');
  return ({ id, accountId, email }) => {
    if (email !== '') return email;
    if (accountId !== null) return t('closed', { number: accountId });
    return t.has(`parties.${id}` as 'parties.portal') ? t(`parties.${id}` as 'parties.portal') : id;
  };
}

function AuditParty({ party }: { readonly party: AuditPartyView }) {
  const name = usePartyName();
  if (party.email === '' || party.accountId === null) return name(party);
  return (
    <Link
      to="/portal/console/accounts/$accountId"
      params={{ accountId: String(party.accountId) }}
      className="text-link underline underline-offset-4"
    >
      <bdi>{party.email}</bdi>
    </Link>
  );
}

function Detail({ detail }: { readonly detail: string }) {
  return (
    <ul className="min-w-48 font-mono text-xs">
      {describeDetail(detail).map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}
