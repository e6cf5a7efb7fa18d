import { useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { TestAnswer } from '../../../src/portal/contract/own-service.ts';
import { TextLink } from '../design/button.tsx';
import { CodeBlock } from '../design/code-block.tsx';
import { Tabs } from '../design/tabs.tsx';
import { SearchNotes } from '../explorer/search-notes.tsx';
import { AnswerCovers } from './answer-covers.tsx';
import { AnswerHeaders } from './answer-headers.tsx';
import { AnswerTable } from './answer-table.tsx';
import { JsonText } from './json-text.tsx';
import type { MadeCall } from './operation-form.tsx';
import { readAnswer, readSearchNotes } from './read-answer.ts';

const PANELS = ['json', 'table', 'covers', 'headers', 'curl'] as const;
type Panel = (typeof PANELS)[number];

/** What the call answered, from every side. */
export function AnswerView({ made }: { readonly made: MadeCall | null }) {
  const answer = made?.answer ?? null;
  const t = useTranslations('testTool.result');
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // Below the form, on a phone, an answer would go unseen.
    if (answer !== null) heading.current?.scrollIntoView({ block: 'nearest' });
  }, [answer]);
  return (
    <section aria-labelledby="answer" className="min-w-0 self-start lg:sticky lg:top-20">
      <h2 id="answer" ref={heading} className="scroll-mb-48 text-lg font-bold">
        {t('title')}
      </h2>
      <div role="status" className="sr-only">
        {answer !== null && t('announce', { status: answer.status, ms: answer.ms })}
      </div>
      {made === null ? (
        <p className="mt-4 flex min-h-60 items-center justify-center rounded-md border border-dashed border-edge p-6 text-center text-sm text-soft">
          {t('empty')}
        </p>
      ) : (
        <Answer made={made} />
      )}
    </section>
  );
}

function Answer({ made: { answer, roundTripMs, call, runAgain } }: { readonly made: MadeCall }) {
  const t = useTranslations('testTool.result');
  const { items, errorCode } = readAnswer(answer.body);
  const [wanted, setWanted] = useState<Panel>('json');
  const has: Readonly<Record<Panel, boolean>> = {
    json: answer.body !== null,
    table: answer.table !== null,
    covers: items.length > 0,
    headers: true,
    curl: true,
  };
  const panels = PANELS.filter((panel) => has[panel]);
  const selected = has[wanted] ? wanted : (panels[0] ?? 'headers');
  return (
    <div className="mt-4 space-y-5">
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm tabular-nums">
        <StatusMark status={answer.status} />
        <span className="text-soft">{t('ms', { ms: answer.ms })}</span>
        <span className="text-soft">{t('roundTrip', { ms: Math.round(roundTripMs) })}</span>
        <span className="text-soft">{sizeOf(answer)}</span>
        {errorCode !== '' && (
          <TextLink to="/docs/errors/$code" params={{ code: errorCode }}>
            {t('errorDocs', { code: errorCode })}
          </TextLink>
        )}
      </p>
      <SearchNotes
        query={call.parameters.query ?? ''}
        {...readSearchNotes(answer.headers)}
        onExactly={() => runAgain({ correct: 'N' })}
        onSuggestion={(query) => runAgain({ query, page: '' })}
      />
      <Tabs
        label={t('title')}
        tabs={panels.map((name) => ({ name, label: t(name) }))}
        selected={selected}
        onSelect={setWanted}
      >
        <div className="pt-5">
          {selected === 'json' && <JsonText text={answer.body ?? ''} />}
          {selected === 'table' && answer.table !== null && <AnswerTable table={answer.table} />}
          {selected === 'covers' && <AnswerCovers items={items} />}
          {selected === 'headers' && <AnswerHeaders headers={answer.headers} />}
          {selected === 'curl' && (
            <>
              <p className="mb-3 text-sm">{t('curlHint', { variable: 'SEOGA_API_KEY' })}</p>
              <CodeBlock label="curl" code={answer.curl} />
            </>
          )}
        </div>
      </Tabs>
    </div>
  );
}

function StatusMark({ status }: { readonly status: number }) {
  const colour = status >= 500 ? 'text-bad' : status >= 400 ? 'text-warn' : 'text-good';
  return (
    <strong className={`rounded-sm border border-current px-2 py-0.5 font-mono ${colour}`}>{status}</strong>
  );
}

/** Of the body as it was sent, before compression. */
function sizeOf({ body, table }: TestAnswer): string {
  const bytes =
    table !== null ? Math.floor((table.base64.length * 3) / 4) : new TextEncoder().encode(body ?? '').length;
  return bytes < 1000 ? `${bytes} B` : `${(bytes / 1000).toFixed(1)} kB`;
}
