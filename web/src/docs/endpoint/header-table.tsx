import { useTranslations } from 'use-intl';
import { Table } from '../../design/table.tsx';
import type { Header } from '../openapi.ts';
import { ValueTable } from './value-table.tsx';

export function HeaderTable({ headers }: { readonly headers: readonly Header[] }) {
  const t = useTranslations('docs');
  return (
    <Table
      caption={t('headers')}
      rows={headers}
      rowKey={(header) => header.name}
      columns={[
        {
          name: 'name',
          head: t('header'),
          cell: ({ name }) => <code className="font-mono text-xs font-semibold">{name}</code>,
        },
        {
          name: 'meaning',
          head: t('meaning'),
          cell: ({ name, description, values }) => (
            <>
              {description}
              <ValueTable values={values} of={name} />
            </>
          ),
        },
      ]}
    />
  );
}
