import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { TextArea, TextField } from '../design/field.tsx';
import { Table } from '../design/table.tsx';
import type { MappingFormProps } from './file-table.ts';
import { type SubjectDraft, subjectDraftOf, subjectJsonOf } from './subject-draft.ts';

/** The categories of subject codes, beside the codes and the first products of the message. */
export function SubjectForm({ intake, json, onChange }: MappingFormProps) {
  const t = useTranslations('consoleMapping');
  const [draft, setDraft] = useState(() => subjectDraftOf(json));
  const { preview } = intake;
  if (preview.kind !== 'onix') return null;
  const change = (part: Partial<SubjectDraft>) => {
    const next = { ...draft, ...part };
    setDraft(next);
    onChange(subjectJsonOf(next));
  };
  return (
    <div className="space-y-6">
      <Table
        caption={t('products')}
        captionShown
        columns={[
          { name: 'title', head: t('productColumns.title'), cell: ({ title }) => <bdi>{title}</bdi> },
          {
            name: 'subjects',
            head: t('productColumns.subjects'),
            cell: ({ subjects }) => (
              <span className="font-mono text-xs">{subjects.slice(0, 8).join(', ')}</span>
            ),
          },
        ]}
        rows={preview.products.map((product, at) => ({ ...product, at }))}
        rowKey={({ at }) => at}
      />
      {preview.subjects.length > 0 && (
        <Table
          caption={t('found')}
          captionShown
          columns={[
            {
              name: 'subject',
              head: t('foundColumns.subject'),
              cell: ({ scheme, code }) => <span className="font-mono text-xs">{`${scheme}:${code}`}</span>,
            },
            { name: 'products', head: t('foundColumns.products'), count: ({ products }) => products },
          ]}
          rows={preview.subjects}
          rowKey={({ scheme, code }) => `${scheme}:${code}`}
        />
      )}
      <div className="max-w-xl space-y-5">
        <TextArea
          label={t('subjects')}
          hint={t('subjectsHint')}
          rows={8}
          spellCheck={false}
          value={draft.lines}
          onChange={(event) => change({ lines: event.target.value })}
        />
        <TextField
          label={t('fallback')}
          value={draft.fallback}
          onChange={(event) => change({ fallback: event.target.value })}
        />
      </div>
    </div>
  );
}
