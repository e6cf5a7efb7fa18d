import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { useTranslations } from 'use-intl';
import { getPortal } from '../api.ts';
import { AGES, recentMonths, SEGMENTED, SEXES, type ShelfChoice } from './shelf-choice.ts';

interface ShelfFiltersProps {
  readonly choice: ShelfChoice;
  readonly onChoose: (choice: ShelfChoice) => void;
}

export function ShelfFilters({ choice, onChoose }: ShelfFiltersProps) {
  const t = useTranslations('landing');
  const change = (part: Partial<ShelfChoice>) => onChoose({ ...choice, ...part });
  const segmented = SEGMENTED.has(choice.list);
  return (
    <div className="grid grid-cols-2 gap-3 pt-5 sm:flex sm:flex-wrap sm:gap-5">
      <CategoryChoice choice={choice} onChoose={onChoose} />
      {choice.list === 'monthly' && (
        <Choice label={t('month')} value={choice.month} onChange={(month) => change({ month })}>
          {recentMonths(Date.now()).map((month, index) => (
            <option key={month} value={index === 0 ? '' : month}>
              {month}
            </option>
          ))}
        </Choice>
      )}
      {segmented && (
        <>
          <Choice
            label={t('sex')}
            value={choice.sex}
            onChange={(value) => change({ sex: SEXES.find((sex) => sex === value) ?? 'A' })}
          >
            {SEXES.map((sex) => (
              <option key={sex} value={sex}>
                {t(`sexes.${sex}`)}
              </option>
            ))}
          </Choice>
          <Choice
            label={t('age')}
            value={choice.age}
            onChange={(value) => change({ age: AGES.find((age) => age === value) ?? '255' })}
          >
            {AGES.map((age) => (
              <option key={age} value={age}>
                {t(`ages.${age}`)}
              </option>
            ))}
          </Choice>
        </>
      )}
    </div>
  );
}

/** A category of the first level and, below it, one of the second. */
function CategoryChoice({ choice, onChoose }: ShelfFiltersProps) {
  const t = useTranslations('landing');
  const { data: roots = [] } = useCategories('');
  const chosen = roots.find((root) => choice.category.startsWith(root.categoryId)) ?? roots[0];
  const { data: children = [] } = useCategories(chosen?.categoryId ?? null);
  const change = (category: string) => onChoose({ ...choice, category });
  if (chosen === undefined) return null;
  return (
    <>
      <Choice label={t('category')} value={chosen.categoryId} onChange={change}>
        {roots.map((root) => (
          <option key={root.categoryId} value={root.categoryId}>
            {root.name}
          </option>
        ))}
      </Choice>
      <Choice label={t('subcategory')} value={choice.category || chosen.categoryId} onChange={change}>
        <option value={chosen.categoryId}>{t('allOf', { name: chosen.name })}</option>
        {children.map((child) => (
          <option key={child.categoryId} value={child.categoryId}>
            {child.name}
          </option>
        ))}
      </Choice>
    </>
  );
}

function useCategories(parent: string | null) {
  return useQuery({
    queryKey: ['categories', parent],
    queryFn: async () =>
      (await getPortal('/categories', parent === null || parent === '' ? {} : { parent })).categories,
    enabled: parent !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly children: ReactNode;
}

/** A small select under its label, for rows of filters. */
function Choice({ label, value, onChange, children }: ChoiceProps) {
  const id = useId();
  return (
    <div className="min-w-0 text-xs text-soft">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="mt-1 block min-h-11 w-full rounded-md border border-edge bg-raised px-3 text-sm text-ink sm:min-w-32"
      >
        {children}
      </select>
    </div>
  );
}
