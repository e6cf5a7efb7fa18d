import { useTranslations } from 'use-intl';
import { TextLink } from '../../design/button.tsx';
import { Table } from '../../design/table.tsx';
import type { Parameter } from '../openapi.ts';
import { ValueTable } from './value-table.tsx';

export function ParameterTable({ parameters }: { readonly parameters: readonly Parameter[] }) {
  const t = useTranslations('docs');
  return (
    <Table
      caption={t('parameters')}
      rows={parameters}
      rowKey={(parameter) => parameter.name}
      columns={[
        { name: 'name', head: t('parameter'), cell: (parameter) => <Name parameter={parameter} /> },
        {
          name: 'type',
          head: t('type'),
          wide: true,
          cell: (parameter) => <span className="whitespace-nowrap text-soft">{parameter.type}</span>,
        },
        { name: 'meaning', head: t('meaning'), cell: (parameter) => <Meaning parameter={parameter} /> },
      ]}
    />
  );
}

function Name({ parameter }: { readonly parameter: Parameter }) {
  const t = useTranslations('docs');
  return (
    <>
      <code className="font-mono font-semibold whitespace-nowrap">{parameter.name}</code>
      <span className="block text-xs text-soft sm:hidden">{parameter.type}</span>
      {parameter.required && <span className="block text-xs font-semibold text-bad">{t('required')}</span>}
    </>
  );
}

function Meaning({ parameter }: { readonly parameter: Parameter }) {
  const t = useTranslations('docs');
  const { name, description, values, minimum, maximum, defaultValue, format, example } = parameter;
  // The document leaves these two to their names.
  const text = name === 'page' || name === 'pageSize' ? t(name) : description;
  const facts = [
    minimum !== null && maximum !== null ? t('range', { minimum, maximum }) : '',
    defaultValue === null || values.length > 0 ? '' : t('defaultIs', { value: defaultValue }),
    format === 'date' ? t('dateForm') : '',
    example === null ? '' : t('exampleIs', { value: example }),
  ].filter(Boolean);
  return (
    <div className="min-w-40 sm:min-w-48">
      {text}
      <ValueTable values={values} of={name} />
      {name === 'categoryId' && (
        <TextLink
          to="/docs/endpoints/$operation"
          params={{ operation: 'categoryList' }}
          className="mt-1 block text-xs"
        >
          {t('allCategories')}
        </TextLink>
      )}
      {facts.length > 0 && <p className="mt-1 text-xs text-soft">{facts.join(' · ')}</p>}
    </div>
  );
}
