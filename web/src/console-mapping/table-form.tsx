import { useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { MappingField } from '../../../src/portal/contract/console-mappings.ts';
import { CheckField } from '../design/field.tsx';
import { Notice } from '../design/notice.tsx';
import { Table } from '../design/table.tsx';
import { Choice } from '../forms/choice.tsx';
import { FieldRow } from './field-row.tsx';
import { type FileTable, type MappingFormProps, tableOf } from './file-table.ts';
import { draftOf, jsonOf, type MappingDraft } from './mapping-draft.ts';

const KINDS = ['item', 'sale', 'cancel', 'category', 'author', 'patch'] as const;

/** Each field with the column that fills it, beside the first rows of the file. */
export function TableForm({ intake, json, onChange }: MappingFormProps) {
  const t = useTranslations('consoleMapping');
  const [isHeaderless, setIsHeaderless] = useState(/"#1"|"#2"/.test(json));
  const table = useMemo(() => tableOf(intake, isHeaderless), [intake, isHeaderless]);
  const [start] = useState(() => draftOf(json, table.columns, intake.fields));
  const [draft, setDraft] = useState<MappingDraft>(start?.draft ?? { kind: 'item', choices: {} });
  const change = (next: MappingDraft) => {
    setDraft(next);
    onChange(jsonOf(next, intake.fields[next.kind] ?? []));
  };
  if (start === null) return <Notice kind="warn">{t('notForm')}</Notice>;
  const fields = intake.fields[draft.kind] ?? [];
  const isShown = ({ name, isBasic }: MappingField) => isBasic || start.draft.choices[name] !== undefined;
  const row = (field: MappingField) => (
    <FieldRow
      key={`${draft.kind} ${field.name}`}
      field={field}
      choice={draft.choices[field.name]}
      table={table}
      onChange={(choice) => change({ ...draft, choices: { ...draft.choices, [field.name]: choice } })}
    />
  );
  return (
    <div className="space-y-6">
      {start.missing.length > 0 && (
        <Notice kind="warn">{t('unknown', { columns: start.missing.join(', ') })}</Notice>
      )}
      <FilePreview table={table} />
      <CheckField
        label={t('noHeader')}
        checked={isHeaderless}
        onChange={(event) => {
          setIsHeaderless(event.target.checked);
          change({ ...draft, choices: {} });
        }}
      />
      <div className="max-w-xs">
        <Choice
          label={t('kind')}
          value={draft.kind}
          onChange={(kind) => change({ kind, choices: {} })}
          options={KINDS.map((kind) => [kind, t(`kinds.${kind}`)])}
        />
      </div>
      <div className="space-y-4">{fields.filter(isShown).map(row)}</div>
      {fields.some((field) => !isShown(field)) && (
        <details>
          <summary className="cursor-pointer text-sm text-link underline underline-offset-4">
            {t('more')}
          </summary>
          <div className="mt-4 space-y-4">{fields.filter((field) => !isShown(field)).map(row)}</div>
        </details>
      )}
    </div>
  );
}

function FilePreview({ table: { columns, rows } }: { readonly table: FileTable }) {
  const t = useTranslations('consoleMapping');
  return (
    <Table
      caption={t('preview')}
      captionShown
      columns={columns.map((name, at) => ({
        name: `${at} ${name}`,
        head: <bdi>{name}</bdi>,
        cell: ({ cells }: { readonly cells: readonly string[] }) => (
          <bdi className="line-clamp-2 min-w-24 text-xs">{cells[at]}</bdi>
        ),
      }))}
      rows={rows.map((cells, at) => ({ at, cells }))}
      rowKey={({ at }) => at}
    />
  );
}
