import { useTranslations } from 'use-intl';
import type { KnownValue } from '../openapi.ts';

interface ValueTableProps {
  readonly values: readonly KnownValue[];
  /** The parameter or field whose values they are. */
  readonly of: string;
}

/** The values that there are, or those known, each with what it means. */
export function ValueTable({ values, of }: ValueTableProps) {
  const t = useTranslations('docs');
  return (
    values.length > 0 && (
      <table className="mt-2 border-collapse text-xs">
        <caption className="sr-only">{t('valuesOf', { name: of })}</caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">{t('value')}</th>
            <th scope="col">{t('meaning')}</th>
          </tr>
        </thead>
        <tbody>
          {values.map(({ value, meaning, isDefault }) => (
            <tr key={value} className="border-t border-line align-top">
              <th scope="row" className="py-1 pr-4 text-left font-mono font-normal">
                {value}
              </th>
              <td className="py-1 text-soft">
                {meaning}
                {isDefault && <strong className="whitespace-nowrap text-ink"> {t('isDefault')}</strong>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    )
  );
}
