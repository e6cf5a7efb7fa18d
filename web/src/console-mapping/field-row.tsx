import { useTranslations } from 'use-intl';
import type { MappingField } from '../../../src/portal/contract/console-mappings.ts';
import { useCategoryOptions } from '../console-shop/category-options.ts';
import { type OptionsProps, TextArea, TextField } from '../design/field.tsx';
import { Choice } from '../forms/choice.tsx';
import { hasMessage } from '../i18n/has-message.ts';
import type { FileTable } from './file-table.ts';
import { type FieldChoice, linesOf, NO_CHOICE, readLines } from './mapping-draft.ts';

interface FieldRowProps {
  readonly field: MappingField;
  readonly choice: FieldChoice | undefined;
  readonly table: FileTable;
  readonly onChange: (choice: FieldChoice) => void;
}

/** One field: the column that fills it, the value if that is empty, and more options. */
export function FieldRow({ field, choice = NO_CHOICE, table, onChange }: FieldRowProps) {
  const t = useTranslations('consoleMapping');
  const label = useFieldName()(field.name);
  const sample = choice.column === '' ? '' : table.sample(choice.column);
  const set = (part: Partial<FieldChoice>) => onChange({ ...choice, ...part });
  const columns = {
    options: table.columns.map((name) => [name, name] as const),
    none: t('notMapped'),
  };
  return (
    <fieldset className="border-t border-line pt-3">
      <legend className="float-left w-full pb-2 text-sm font-semibold">
        {label}
        {field.isRequired && <span className="ml-2 text-xs font-normal text-soft">{t('required')}</span>}
      </legend>
      <div className="clear-both grid gap-4 sm:grid-cols-2">
        <div className="min-w-0">
          <Choice
            label={t('column', { field: label })}
            value={choice.column}
            onChange={(column) => set(column === '' ? { column, second: '' } : { column })}
            {...columns}
          />
          {sample !== '' && (
            <p className="mt-1 line-clamp-1 text-xs text-soft">
              <bdi>{t('sample', { sample })}</bdi>
            </p>
          )}
        </div>
        <TextField
          label={t('fixed', { field: label })}
          hint={t('fixedHint')}
          value={choice.fixed}
          onChange={(event) => set({ fixed: event.target.value })}
        />
      </div>
      {field.name === 'categoryIds' && (
        <CategoryValues values={table.values(choice.column)} choice={choice} onSet={set} />
      )}
      {choice.column !== '' && <FieldOptions label={label} columns={columns} choice={choice} onSet={set} />}
    </fieldset>
  );
}

interface CategoryValuesProps {
  readonly values: readonly string[];
  readonly choice: FieldChoice;
  readonly onSet: (part: Partial<FieldChoice>) => void;
}

/** The values of a column beside the shop's categories. */
function CategoryValues({ values, choice, onSet }: CategoryValuesProps) {
  const t = useTranslations('consoleMapping');
  const categories = useCategoryOptions();
  if (values.length === 0) return null;
  const chosen = Object.fromEntries(readLines(choice.values));
  const choose = (value: string, categoryId: string) => {
    const { [value]: _before, ...others } = chosen;
    onSet({ values: linesOf(categoryId === '' ? others : { ...others, [value]: categoryId }) });
  };
  return (
    <div className="mt-3 grid max-h-80 gap-3 overflow-y-auto sm:grid-cols-2">
      {values.map((value) => (
        <Choice
          key={value}
          label={t('categoryOf', { value })}
          value={chosen[value] ?? ''}
          onChange={(categoryId) => choose(value, categoryId)}
          options={categories}
          none=""
        />
      ))}
    </div>
  );
}

interface FieldOptionsProps {
  readonly label: string;
  readonly columns: OptionsProps;
  readonly choice: FieldChoice;
  readonly onSet: (part: Partial<FieldChoice>) => void;
}

/** The finer settings of a field that a column fills. */
function FieldOptions({ label, columns, choice, onSet }: FieldOptionsProps) {
  const t = useTranslations('consoleMapping');
  return (
    <details className="mt-2" open={choice.second !== '' || choice.split !== '' || choice.values !== ''}>
      <summary className="cursor-pointer text-xs text-link underline underline-offset-4">
        {t('options', { field: label })}
      </summary>
      <div className="mt-3 grid gap-4 sm:grid-cols-2">
        <Choice
          label={t('second')}
          value={choice.second}
          onChange={(second) => onSet({ second })}
          {...columns}
        />
        <TextField
          label={t('split')}
          maxLength={10}
          value={choice.split}
          onChange={(event) => onSet({ split: event.target.value })}
        />
        <div className="sm:col-span-2">
          <TextArea
            label={t('values')}
            hint={t('valuesHint')}
            spellCheck={false}
            value={choice.values}
            onChange={(event) => onSet({ values: event.target.value })}
          />
        </div>
      </div>
    </details>
  );
}

/** Names of fields in words; a field that has none keeps its own. */
function useFieldName(): (name: string) => string {
  const t = useTranslations('consoleMapping.names');
  return (name) => {
    const key = name.replace('.', '_');
    return hasMessage(t, key) ? t(key) : name;
  };
}
