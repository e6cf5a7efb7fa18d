import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import type { AddOnPage } from '../../../src/portal/contract/own-service.ts';
import { portalQuery, postPortal, sessionQuery } from '../api.ts';
import { Button } from '../design/button.tsx';
import { CodeBlock } from '../design/code-block.tsx';
import { Table } from '../design/table.tsx';
import { Fetch } from '../forms/fetched.tsx';
import { useAction } from '../forms/use-action.tsx';
import { queryClient } from '../query-client.ts';
import { samplesQuery } from '../test-tool/samples-query.ts';

const addOnQuery = portalQuery('/add-on');

/** Enrolment for add-on links, the account's public key in them, and the clicks on them. */
export function AddOn() {
  const t = useTranslations('key.addOn');
  return (
    <section aria-labelledby="add-on" className="space-y-5">
      <h2 id="add-on" className="text-lg font-bold">
        {t('title')}
      </h2>
      <p className="text-sm text-soft">{t('lead')}</p>
      <Fetch of={addOnQuery}>{(data) => <Enrolment page={data} />}</Fetch>
    </section>
  );
}

function Enrolment({ page }: { readonly page: AddOnPage }) {
  const t = useTranslations('key.addOn');
  const { data: session } = useQuery(sessionQuery);
  const { data: samples } = useQuery(samplesQuery);
  // An empty catalogue has no product to use as an example.
  const itemId = samples?.itemId || '1001';
  const { busy, notice, run } = useAction();
  const enrol = () =>
    run(async () => {
      const body = { enrolled: !page.enrolled };
      queryClient.setQueryData(addOnQuery.queryKey, await postPortal('/add-on/enrol', body));
    });
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <p role="status" className="text-sm font-semibold">
          {page.enrolled ? t('on') : t('off')}
        </p>
        <Button onClick={enrol} busy={busy}>
          {page.enrolled ? t('leave') : t('enrol')}
        </Button>
      </div>
      {notice}
      {page.enrolled && (
        <>
          <dl className="text-sm">
            <dt className="text-xs text-soft">{t('userKey')}</dt>
            <dd dir="ltr" className="font-mono font-semibold">
              {page.userKey}
            </dd>
            <dd className="mt-1 text-xs text-soft">{t('userKeyHint')}</dd>
          </dl>
          <div>
            <p className="mb-3 text-sm">{t('shape')}</p>
            <CodeBlock
              label="addOnLink"
              code={`${session?.baseUrl ?? ''}/a/${page.userKey}/goods/${itemId}`}
            />
          </div>
        </>
      )}
      {(page.enrolled || page.clicks.length > 0) && <Clicks clicks={page.clicks} />}
    </>
  );
}

function Clicks({ clicks }: { readonly clicks: AddOnPage['clicks'] }) {
  const t = useTranslations('key.addOn');
  const days = clicks.filter((day) => day.clicks > 0);
  const total = days.reduce((sum, day) => sum + day.clicks, 0);
  return (
    <div className="space-y-2">
      <h3 className="font-bold">{t('clicks')}</h3>
      {total > 0 && <p className="text-sm tabular-nums">{t('total', { count: total })}</p>}
      <Table
        caption={t('clicks')}
        none={t('noClicks')}
        columns={[
          { name: 'day', head: t('day'), cell: (row) => row.day },
          { name: 'clicks', head: t('count'), cell: (row) => row.clicks, numeric: true },
        ]}
        rows={[...days].reverse()}
        rowKey={(row) => row.day}
      />
    </div>
  );
}
