import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { TestAnswer } from '../../../src/portal/contract/own-service.ts';
import { Button, TextLink } from '../design/button.tsx';
import { CodeBlock } from '../design/code-block.tsx';
import { Cover } from '../design/cover.tsx';
import { indentJson } from '../design/json-tokens.ts';
import { Table } from '../design/table.tsx';
import { Tabs } from '../design/tabs.tsx';
import { SearchNotes } from '../explorer/search-notes.tsx';
import { AnswerTable } from './answer-table.tsx';
import type { MadeCall } from './operation-form.tsx';
import { type PicturedItem, readAnswer, readSearchNotes } from './read-answer.ts';

const PANELS = ['json', 'table', 'covers', 'headers', 'curl'] as const;
type Panel = (typeof PANELS)[number];

/** The response to a call: body, table, covers, headers, and the command for it. */
export function AnswerView({ made }: { readonly made: MadeCall | null }) {
  const answer = made?.answer ?? null;
  const t = useTranslations('testTool.result');
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // On a phone, the response is below the form and would go unseen.
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

/** The pictures that an answer points to. */
function AnswerCovers({ items }: { readonly items: readonly PicturedItem[] }) {
  const t = useTranslations('testTool.result');
  return (
    <ul
      aria-label={t('items', { count: items.length })}
      className="grid grid-cols-3 gap-x-4 gap-y-6 sm:grid-cols-[repeat(auto-fill,minmax(6.5rem,1fr))]"
    >
      {items.map((item) => (
        <li key={item.itemId}>
          <Cover itemId={item.itemId} src={item.cover} />
          <p dir="auto" className="mt-2 line-clamp-2 text-xs leading-snug">
            {item.title}
          </p>
        </li>
      ))}
    </ul>
  );
}

/** The headers that callers act on: the server leaves out the others. */
function AnswerHeaders({ headers }: { readonly headers: TestAnswer['headers'] }) {
  const t = useTranslations('testTool.result');
  const rows = Object.entries(headers);
  return (
    <Table
      caption={t('headers')}
      columns={[
        { name: 'name', head: t('header'), cell: ([name]) => <Code text={name} />, nowrap: true },
        { name: 'value', head: t('value'), cell: ([, value]) => <Code text={value} /> },
      ]}
      rows={rows}
      rowKey={([name]) => name}
    />
  );
}

function Code({ text }: { readonly text: string }) {
  return <code className="font-mono text-xs">{text}</code>;
}

/** Lines shown at first; a button shows the rest. */
const SHOWN_AT_FIRST = 300;

/** JSON, indented and coloured. */
function JsonText({ text }: { readonly text: string }) {
  const t = useTranslations('testTool.result');
  const lines = useMemo(() => indentJson(text), [text]);
  const [isAll, setAll] = useState(false);
  const shown = isAll ? lines : lines.slice(0, SHOWN_AT_FIRST);
  const hidden = lines.length - shown.length;
  return (
    <div className="space-y-4">
      <CodeBlock
        label={t('json')}
        code={shown.join('\n')}
        copied={lines.join('\n')}
        copyLabel={t('copyBody')}
        tall
      />
      {hidden > 0 && <Button onClick={() => setAll(true)}>{t('more', { count: hidden })}</Button>}
    </div>
  );
}
