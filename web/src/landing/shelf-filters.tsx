import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { Choice } from '../forms/choice.tsx';
import { categoryChildrenQuery } from '../test-tool/category-children.ts';
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
        <Choice
          label={t('month')}
          value={choice.month}
          onChange={(month) => change({ month })}
          options={recentMonths(Date.now()).map((month, index) => [index === 0 ? '' : month, month])}
        />
      )}
      {segmented && (
        <>
          <Choice
            label={t('sex')}
            value={choice.sex}
            onChange={(value) => change({ sex: SEXES.find((sex) => sex === value) ?? 'A' })}
            options={SEXES.map((sex) => [sex, t(`sexes.${sex}`)])}
          />
          <Choice
            label={t('age')}
            value={choice.age}
            onChange={(value) => change({ age: AGES.find((age) => age === value) ?? '255' })}
            options={AGES.map((age) => [age, t(`ages.${age}`)])}
          />
        </>
      )}
    </div>
  );
}

/** A category of the first level and, below it, one of the second. */
function CategoryChoice({ choice, onChoose }: ShelfFiltersProps) {
  const t = useTranslations('landing');
  const { data: roots = [] } = useQuery(categoryChildrenQuery(''));
  const chosen = roots.find((root) => choice.category.startsWith(root.categoryId)) ?? roots[0];
  const below = categoryChildrenQuery(chosen?.categoryId ?? '');
  const { data: children = [] } = useQuery({ ...below, enabled: chosen !== undefined });
  const change = (category: string) => onChoose({ ...choice, category });
  if (chosen === undefined) return null;
  return (
    <>
      <Choice
        label={t('category')}
        value={chosen.categoryId}
        onChange={change}
        options={roots.map((root) => [root.categoryId, root.name])}
      />
      <Choice
        label={t('subcategory')}
        value={choice.category || chosen.categoryId}
        onChange={change}
        options={[
          [chosen.categoryId, t('allOf', { name: chosen.name })],
          ...children.map((child) => [child.categoryId, child.name] as const),
        ]}
      />
    </>
  );
}
