import { useTranslations } from 'use-intl';
import type { TestAnswer } from '../../../src/portal/contract/own-service.ts';
import { Table } from '../design/table.tsx';

/** The headers that callers act on: the server leaves out the others. */
export function AnswerHeaders({ headers }: { readonly headers: TestAnswer['headers'] }) {
  const t = useTranslations('testTool.result');
  const rows = Object.entries(headers);
  return (
    <Table
      caption={t('headers')}
      captionHidden
      columns={[
        {
          name: 'name',
          head: t('header'),
          cell: ([name]) => <code className="font-mono text-xs whitespace-nowrap">{name}</code>,
        },
        {
          name: 'value',
          head: t('value'),
          cell: ([, value]) => <code className="font-mono text-xs">{value}</code>,
        },
      ]}
      rows={rows}
      rowKey={([name]) => name}
    />
  );
}
