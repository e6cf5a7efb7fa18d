import { useTranslations } from 'use-intl';
import { Table } from '../../design/table.tsx';
import type { Endpoint, Field } from '../openapi.ts';
import { ValueTable } from './value-table.tsx';

/** Every field of the answer, as a tree. */
export function FieldTable({ endpoint }: { readonly endpoint: Endpoint }) {
  const t = useTranslations('docs');
  return (
    <Table
      caption={t('fieldsCaption', { title: endpoint.title })}
      rows={endpoint.fields}
      rowKey={(field) => field.path}
      columns={[
        { name: 'field', head: t('field'), cell: (field) => <FieldName field={field} /> },
        {
          name: 'type',
          head: t('type'),
          wide: true,
          cell: (field) => <span className="whitespace-nowrap text-soft">{field.type}</span>,
        },
        {
          name: 'meaning',
          head: t('meaning'),
          cell: (field) => (
            <span className="block min-w-32 sm:min-w-40">
              {isEnvelope(field.path) ? t(`envelope.${field.path}`) : field.description}
              <ValueTable values={field.values} of={field.path} />
              {field.optional && <span className="block text-xs text-soft">{t('onlyDetail')}</span>}
            </span>
          ),
        },
      ]}
    />
  );
}

/** The members that every answer has; the document leaves them to their names. */
const ENVELOPE = ['success', 'message', 'errorCode', 'data'] as const;

function isEnvelope(path: string): path is (typeof ENVELOPE)[number] {
  return ENVELOPE.some((name) => name === path);
}

/** Set in below its parent, which stands above; on phones with its type. The whole path is there to be heard and copied. */
function FieldName({ field: { path, type } }: { readonly field: Field }) {
  const cut = path.lastIndexOf('.') + 1;
  return (
    <span className={`block ${INDENTS[path.split('.').length - 1] ?? 'pl-9'}`}>
      <code title={path} className="font-mono text-xs font-semibold whitespace-nowrap">
        <span className="sr-only">{path.slice(0, cut)}</span>
        {path.slice(cut)}
      </code>
      <span className="block text-xs text-soft sm:hidden">{type}</span>
    </span>
  );
}

const INDENTS = ['', 'pl-3', 'pl-6', 'pl-9'] as const;
