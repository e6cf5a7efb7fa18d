import { useQuery } from '@tanstack/react-query';
import { type ReactNode, type Ref, useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Options } from '../design/field.tsx';
import { categoryChildrenQuery } from './category-children.ts';

interface CategoryPickerProps {
  readonly legend: ReactNode;
  /** The chosen category's id; empty: none. */
  readonly value: string;
  readonly onChange: (categoryId: string) => void;
  readonly error?: string | undefined;
  /** The first select, for the focus of a form. */
  readonly ref?: Ref<HTMLSelectElement>;
}

/** A category by name, from the root downwards: one select a level. */
export function CategoryPicker({ legend, value, onChange, error, ref }: CategoryPickerProps) {
  const t = useTranslations('testTool.category');
  const id = useId();
  const [path, setPath] = useState<readonly string[]>([]);
  const choose = (level: number, chosen: string, parent: string) => {
    setPath(chosen === '' ? path.slice(0, level) : [...path.slice(0, level), chosen]);
    onChange(chosen === '' ? parent : chosen);
  };
  return (
    <fieldset aria-describedby={`${id}-id`}>
      <legend className="mb-1 text-sm font-semibold">{legend}</legend>
      <div className="space-y-2">
        <Level
          level={0}
          parent=""
          parentName=""
          {...{ value, path, choose, error, errorId: `${id}-error`, ref }}
        />
      </div>
      <p id={`${id}-id`} className="mt-1 text-xs text-soft">
        {value === '' ? '' : t('id', { id: value })}
      </p>
      {error !== undefined && (
        <p id={`${id}-error`} className="mt-1 text-xs font-semibold text-bad">
          {error}
        </p>
      )}
    </fieldset>
  );
}

interface LevelProps {
  readonly level: number;
  readonly parent: string;
  readonly parentName: string;
  readonly value: string;
  readonly path: readonly string[];
  readonly choose: (level: number, chosen: string, parent: string) => void;
  readonly error: string | undefined;
  readonly errorId: string;
  readonly ref?: Ref<HTMLSelectElement> | undefined;
}

function Level({ level, parent, parentName, ref, ...rest }: LevelProps) {
  const { value, path, choose, error, errorId } = rest;
  const t = useTranslations('testTool.category');
  const { data: children, isError } = useQuery(categoryChildrenQuery(parent));
  if (isError) return <p className="text-xs font-semibold text-bad">{t('failed')}</p>;
  if (children === undefined || children.length === 0) return null;
  // A value that came from elsewhere tells its parents, where ids begin with those of their parents.
  const selected =
    children.find((one) => one.categoryId === path[level]) ??
    children.find((one) => value.startsWith(one.categoryId));
  return (
    <>
      <select
        ref={ref}
        value={selected?.categoryId ?? ''}
        onChange={(event) => choose(level, event.target.value, parent)}
        aria-label={t('level', { level: level + 1 })}
        aria-invalid={level === 0 && error !== undefined}
        aria-describedby={level === 0 && error !== undefined ? errorId : undefined}
        className="min-h-11 w-full rounded-md border border-edge bg-raised px-3 text-sm text-ink aria-invalid:border-bad"
      >
        <Options
          options={children.map((one) => [one.categoryId, one.name])}
          none={level === 0 ? t('choose') : t('all', { name: parentName })}
        />
      </select>
      {selected?.hasChildren && (
        <Level
          key={selected.categoryId}
          level={level + 1}
          parent={selected.categoryId}
          parentName={selected.name}
          {...rest}
        />
      )}
    </>
  );
}
