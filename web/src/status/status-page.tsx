import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import type { StatusView } from '../../../src/portal/contract/catalogue.ts';
import { portalQuery } from '../api.ts';
import { momentOf } from '../design/dates.ts';
import { Page } from '../design/page.tsx';
import { TableSection } from '../design/table-section.tsx';
import { Fetched } from '../forms/fetched.tsx';
import { hasMessage } from '../i18n/has-message.ts';

const REFRESH_MS = 30_000;

export function StatusPage() {
  const t = useTranslations('status');
  const status = useQuery({ ...portalQuery('/status'), refetchInterval: REFRESH_MS });
  return (
    <Page title={t('title')} lead={t('lead')}>
      <Fetched query={status}>
        {({ checks, editions }) => (
          <div className="space-y-12">
            <Checks checks={checks} />
            <Editions editions={editions} />
          </div>
        )}
      </Fetched>
    </Page>
  );
}

function Checks({ checks }: { readonly checks: StatusView['checks'] }) {
  const t = useTranslations('status');
  const good = checks.every((check) => check.ok);
  return (
    <section>
      <p role="status" className={`font-title text-xl font-bold ${good ? 'text-good' : 'text-bad'}`}>
        {good ? t('allGood') : t('someBad')}
      </p>
      <dl className="mt-6 border-t border-line">
        {checks.map((check) => (
          <div key={check.name} className="flex items-baseline gap-4 border-b border-line py-3">
            <dt className="w-28 shrink-0 font-semibold">{t(`checks.${check.name}`)}</dt>
            <dd className="flex flex-1 flex-wrap items-baseline gap-x-4 text-sm text-soft">
              {check.detail !== '' && <span>{check.detail}</span>}
              <span className={`ml-auto font-semibold ${COLOURS[stateOf(check)]}`}>{t(stateOf(check))}</span>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const COLOURS = { ok: 'text-good', off: 'text-soft', notOk: 'text-bad' } as const;

function stateOf({ ok, off }: StatusView['checks'][number]): keyof typeof COLOURS {
  if (!ok) return 'notOk';
  return off ? 'off' : 'ok';
}

function Editions({ editions }: { readonly editions: StatusView['editions'] }) {
  const t = useTranslations('status');
  const kinds = useTranslations('status.kinds');
  // The server may publish a list that these pages have no word for yet.
  const nameOf = (kind: string) => (hasMessage(kinds, kind) ? kinds(kind) : kind);
  return (
    <TableSection
      title={t('editions')}
      none={t('noEditions')}
      rows={editions}
      rowKey={(edition) => `${edition.kind} ${edition.period}`}
      columns={[
        { name: 'kind', head: t('kind'), cell: (edition) => nameOf(edition.kind) },
        { name: 'period', head: t('period'), cell: (edition) => edition.period },
        { name: 'published', head: t('published'), cell: (edition) => momentOf(edition.publishedAtMs) },
      ]}
    />
  );
}
