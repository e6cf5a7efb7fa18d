import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { CallView } from '../../../src/portal/contract/own-service.ts';
import { TextLink } from '../design/button.tsx';
import { SmallCheck } from '../design/field.tsx';
import { Moment } from '../design/moment.tsx';
import { Section } from '../design/section.tsx';
import { Table } from '../design/table.tsx';
import { Fetch } from '../forms/fetched.tsx';
import { readableQuery, valuesOf } from './call-query.ts';
import { callsQuery } from './usage-query.ts';

/** Rows shown at first; a button shows the rest. */
const SHOWN_AT_FIRST = 20;

export function LatestCalls({ callsToday }: { readonly callsToday: number }) {
  const t = useTranslations('usage.calls');
  return (
    <Section id="calls" title={t('title')} lead={t('lead')}>
      <Fetch of={{ ...callsQuery(callsToday), placeholderData: keepPreviousData }}>
        {(data) => <Calls calls={data.calls} />}
      </Fetch>
    </Section>
  );
}

function Calls({ calls }: { readonly calls: readonly CallView[] }) {
  const t = useTranslations('usage.calls');
  const [isFailedOnly, setFailedOnly] = useState(false);
  const [isAll, setAll] = useState(false);
  const numbered = calls.map((call, index) => ({ ...call, number: calls.length - index }));
  const matching = isFailedOnly ? numbered.filter((call) => call.status >= 400) : numbered;
  const shown = isAll ? matching : matching.slice(0, SHOWN_AT_FIRST);
  return (
    <>
      <SmallCheck label={t('only')} checked={isFailedOnly} onCheck={setFailedOnly} className="mb-4 text-sm" />
      <Table
        caption={t('title')}
        none={t(isFailedOnly ? 'noneFailed' : 'empty')}
        columns={[
          { name: 'time', head: t('time'), cell: ({ atMs }) => <Moment atMs={atMs} /> },
          { name: 'status', head: t('status'), cell: (call) => <Status status={call.status} /> },
          { name: 'endpoint', head: t('endpoint'), cell: (call) => <Endpoint call={call} /> },
          { name: 'code', head: t('code'), cell: (call) => <ErrorCode call={call} />, wide: true },
          { name: 'origin', head: t('origin'), cell: (call) => <Origin call={call} />, wide: true },
          { name: 'ms', head: t('ms'), count: ({ ms }) => ms },
          {
            name: 'again',
            head: <span className="sr-only">{t('again')}</span>,
            cell: (call) => <RunAgain call={call} />,
            wide: true,
          },
        ]}
        rows={shown}
        rowKey={(call) => call.number}
      />
      {matching.length > shown.length && (
        <button
          type="button"
          onClick={() => setAll(true)}
          className="mt-3 min-h-11 text-sm font-semibold text-link underline underline-offset-4"
        >
          {t('more', { count: matching.length - shown.length })}
        </button>
      )}
    </>
  );
}

/** With its parameters; on phones with what other columns say below. */
function Endpoint({ call }: { readonly call: CallView }) {
  return (
    <span className="block min-w-24 wrap-anywhere">
      {call.endpoint}
      {call.query !== '' && (
        <code dir="ltr" className="block font-mono text-xs text-soft">
          {readableQuery(call.query)}
        </code>
      )}
      <span className="block sm:hidden">
        <ErrorCode call={call} />
      </span>
      <span className="block text-xs text-soft sm:hidden">
        <Origin call={call} />
      </span>
      <span className="block sm:hidden">
        <RunAgain call={call} />
      </span>
    </span>
  );
}

/** Opens the test tool with the values of the call. A query that was cut can't be run again. */
function RunAgain({ call: { endpoint, query } }: { readonly call: CallView }) {
  const t = useTranslations('usage.calls');
  const values = valuesOf(query);
  if (values === null) return null;
  return (
    <TextLink
      to="/portal/test"
      search={{ endpoint, values }}
      aria-label={t('againOf', { endpoint })}
      className="whitespace-nowrap"
    >
      {t('again')}
    </TextLink>
  );
}

function Status({ status }: { readonly status: number }) {
  const colour = status >= 500 ? 'text-bad' : status >= 400 ? 'text-warn' : 'text-good';
  return <span className={`font-semibold tabular-nums ${colour}`}>{status}</span>;
}

function Origin({ call: { isTestRun } }: { readonly call: CallView }) {
  const t = useTranslations('usage.calls');
  return isTestRun ? t('byTestTool') : t('byKey');
}

/** With the id that a report should quote, where there is one. */
function ErrorCode({ call: { errorCode: code, requestId } }: { readonly call: CallView }) {
  if (code === '') return null;
  return (
    <>
      <TextLink to="/docs/errors/$code" params={{ code }}>
        {code}
      </TextLink>
      {requestId !== undefined && <code className="block font-mono text-xs text-soft">{requestId}</code>}
    </>
  );
}
