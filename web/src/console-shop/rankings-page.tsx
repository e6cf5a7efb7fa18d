import { useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import type { RankingsPage as RankingsPageView } from '../../../src/portal/contract/console-shop.ts';
import type { RunKind } from '../../../src/rankings/ranking-admin.ts';
import { PortalError, postPortal } from '../api.ts';
import { refreshConsole } from '../console/console-queries.ts';
import { May } from '../console/may.tsx';
import { ProgressBar } from '../console-feeds/progress-bar.tsx';
import { Button } from '../design/button.tsx';
import { momentOf } from '../design/dates.ts';
import { Facts } from '../design/facts.tsx';
import { TextField } from '../design/field.tsx';
import { Page } from '../design/page.tsx';
import { SideSection } from '../design/side-section.tsx';
import { useToast } from '../design/toast.tsx';
import { Fetch } from '../forms/fetched.tsx';
import { placeFailure, SubmitForm, useFields } from '../forms/submit-form.tsx';
import { TypedConfirmation } from '../forms/typed-confirmation.tsx';
import { useAction } from '../forms/use-action.tsx';
import { queryClient } from '../query-client.ts';
import { Runs } from './runs.tsx';
import { rankingsQuery } from './shop-queries.ts';

/** How up to date the lists are, the last runs, and buttons to start one. */
export function RankingsPage() {
  const t = useTranslations('consoleShop.rankings');
  return (
    <Page title={t('title')} lead={t('lead')} width="wide">
      <Fetch of={rankingsQuery}>
        {(data) => (
          <>
            <SideSection title={t('state')}>
              <Progress page={data} />
              <UnderWay page={data} />
              <May right="shop">
                <Ask page={data} />
              </May>
            </SideSection>
            <May right="shop">
              <SideSection title={t('restate.title')}>
                <RestateMonth />
              </SideSection>
            </May>
            <div className="mt-10 space-y-14">
              <Runs title={t('tallies')} runs={data.tallies} isOfTallies />
              <Runs title={t('refreshes')} runs={data.refreshes} />
            </div>
          </>
        )}
      </Fetch>
    </Page>
  );
}

function Progress({ page }: { readonly page: RankingsPageView }) {
  const t = useTranslations('consoleShop.rankings');
  const { tallied, refreshedAtMs, nextTallyAtMs } = page;
  const time = (ms: number | null) => (ms === null ? t('never') : momentOf(ms));
  const facts = [
    [t('talliedUntil'), tallied?.untilDay ?? t('never')],
    [t('talliedAt'), time(tallied?.atMs ?? null)],
    [t('refreshedAt'), time(refreshedAtMs)],
    [t('nextTally'), time(nextTallyAtMs)],
  ] as const;
  return <Facts facts={facts} />;
}

function UnderWay({ page: { underWay, requested } }: { readonly page: RankingsPageView }) {
  const t = useTranslations('consoleShop.rankings');
  if (underWay === null) {
    return (
      <p role="status" className="text-soft">
        {requested === null ? t('idle') : t(`requested.${requested}`)}
      </p>
    );
  }
  const { kind, monthsDone, monthsTotal } = underWay;
  const text = t(`running.${kind}`, { done: monthsDone, total: monthsTotal });
  return <ProgressBar label={t('progress')} text={text} done={monthsDone} total={monthsTotal} />;
}

const KINDS = [
  ['tally', 'runTally'],
  ['refresh', 'runRefresh'],
] as const;

function Ask({ page }: { readonly page: RankingsPageView }) {
  const t = useTranslations('consoleShop.rankings');
  const { busy, notice, run } = useAction();
  const request = (kind: RunKind) =>
    run(async () => {
      const answer = await postPortal('/console/rankings/run', { kind });
      queryClient.setQueryData(rankingsQuery.queryKey, answer);
    });
  const isTaken = busy || page.requested !== null;
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        {KINDS.map(([kind, text]) => (
          <div key={kind}>
            <Button disabled={isTaken} onClick={() => request(kind)}>
              {t(text)}
            </Button>
            <p className="mt-1 text-xs text-soft">{t(`${text}Hint`)}</p>
          </div>
        ))}
      </div>
      {notice}
    </>
  );
}

/** Counts a closed month again, late orders included, after the month was typed again. */
function RestateMonth() {
  const t = useTranslations('consoleShop.rankings.restate');
  const words = useTranslations('account');
  const format = useFormatter();
  const toast = useToast();
  const [month, setMonth] = useState('');
  const { form, field } = useFields({ defaultValues: { month: '' } });
  const restate = async (confirmation: string) => {
    const body = { month, confirmation };
    try {
      const { lateLines, lateCancellations } = await postPortal('/console/rankings/restate', body);
      const counts = {
        lines: format.number(lateLines),
        cancellations: format.number(lateCancellations),
      };
      setMonth('');
      form.reset();
      toast(t('done', counts));
      await refreshConsole();
    } catch (error) {
      // An error about the month is shown at its field, behind the dialog.
      if (!(error instanceof PortalError) || error.failure.field !== 'month') throw error;
      setMonth('');
      placeFailure(form, error, words('failed'));
    }
  };
  return (
    <>
      <p>{t('body')}</p>
      <SubmitForm
        form={form}
        onSubmit={async (typed) => setMonth(typed.month.trim())}
        action={t('open')}
        kind="danger"
        className="max-w-xs space-y-5"
      >
        <TextField
          label={t('month')}
          hint={t('monthHint')}
          inputMode="numeric"
          {...field('month', {
            validate: (typed) => /^\d{4}-(0[1-9]|1[0-2])$/.test(typed.trim()) || t('monthFault'),
          })}
        />
      </SubmitForm>
      <TypedConfirmation
        open={month !== ''}
        onClose={() => setMonth('')}
        title={t('question', { month })}
        label={t.rich('confirm', { month, b: (text) => <strong>{text}</strong> })}
        expected={month}
        wrong={t('wrong')}
        action={t('now')}
        keep={t('keep')}
        onConfirm={restate}
      >
        <p>{t('warning')}</p>
      </TypedConfirmation>
    </>
  );
}
