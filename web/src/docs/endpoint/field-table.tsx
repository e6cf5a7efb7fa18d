import { Fragment } from 'react';
import { useTranslations } from 'use-intl';
import { Table } from '../../design/table.tsx';
import type { Endpoint, Field } from '../openapi.ts';

/** Every field of the answer with its whole path, as programs name it. */
export function FieldTable({ endpoint }: { readonly endpoint: Endpoint }) {
  const t = useTranslations('docs');
  return (
    <Table
      caption={t('fieldsCaption', { title: endpoint.title })}
      captionHidden
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

/** The parents in a soft colour, so that the eye finds the name. On phones the name goes below them, then the type. */
function FieldName({ field }: { readonly field: Field }) {
  const { path } = field;
  const cut = path.lastIndexOf('.') + 1;
  // A long path breaks between its parts.
  const parents = [...path.slice(0, cut).matchAll(/[^.]+\./g)].map(({ 0: name, index }) => ({
    name,
    end: index + name.length,
  }));
  return (
    <>
      <code className="font-mono text-xs sm:whitespace-nowrap">
        {parents.map(({ name, end }) => (
          <Fragment key={end}>
            <span className="text-soft">{name}</span>
            <wbr />
          </Fragment>
        ))}
        <span className="font-semibold whitespace-nowrap">{path.slice(cut)}</span>
      </code>
      <span className="block text-xs text-soft sm:hidden">{field.type}</span>
    </>
  );
}
