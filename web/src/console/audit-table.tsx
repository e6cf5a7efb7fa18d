import { useTranslations } from 'use-intl';
import type { AuditPartyView, AuditView } from '../../../src/portal/contract/console-accounts.ts';
import { TextLink } from '../design/button.tsx';
import { Moment } from '../design/moment.tsx';
import { type Column, Table } from '../design/table.tsx';
import { hasMessage } from '../i18n/has-message.ts';
import { describeDetail } from './describe-detail.ts';

interface AuditTableProps<Entry extends AuditView> {
  readonly caption: string;
  /** Said where there are no entries. */
  readonly none?: string;
  readonly entries: readonly Entry[];
  /** All lines are about the same account or product, which need not be named. */
  readonly isOfOneAccount?: boolean;
  /** Columns after the others. */
  readonly more?: readonly Column<Entry>[];
}

/** Lines of the audit log: when, who, what, to whom. */
export function AuditTable<Entry extends AuditView>({
  entries,
  isOfOneAccount = false,
  more = [],
  ...words
}: AuditTableProps<Entry>) {
  const t = useTranslations('console.audit');
  const action = useActionName();
  const target = {
    name: 'target',
    head: t('target'),
    cell: (entry: Entry) => <AuditParty party={entry.target} />,
  };
  return (
    <Table
      {...words}
      columns={[
        { name: 'time', head: t('time'), cell: ({ atMs }) => <Moment atMs={atMs} /> },
        { name: 'actor', head: t('actor'), cell: ({ actor }) => <AuditParty party={actor} /> },
        { name: 'action', head: t('action'), cell: (entry) => action(entry.action), nowrap: true },
        ...(isOfOneAccount ? [] : [target]),
        { name: 'detail', head: t('detail'), cell: (entry) => <Detail entry={entry} /> },
        ...more,
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
    return hasMessage(t, name) ? t(name) : action;
  };
}

/** The name of somebody for lists to choose from. */
export function usePartyName(): (party: AuditPartyView) => string {
  const t = useTranslations('console.audit');
  const parties = useTranslations('console.audit.parties');
  return ({ id, accountId, email }) => {
    if (email !== '') return email;
    if (accountId !== null) return t('closed', { number: accountId });
    return hasMessage(parties, id) ? parties(id) : id;
  };
}

export function AuditParty({ party }: { readonly party: AuditPartyView }) {
  const name = usePartyName();
  if (party.email === '' || party.accountId === null) return name(party);
  return (
    <TextLink to="/portal/console/accounts/$accountId" params={{ accountId: String(party.accountId) }}>
      <bdi>{party.email}</bdi>
    </TextLink>
  );
}

function Detail({ entry }: { readonly entry: AuditView }) {
  const t = useTranslations('console.audit');
  return (
    <div className="min-w-48 space-y-1 text-xs">
      <ul className="font-mono">
        {describeDetail(entry.detail).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {entry.reason !== '' && (
        <p>
          {t('reason')} <bdi>{entry.reason}</bdi>
        </p>
      )}
    </div>
  );
}
