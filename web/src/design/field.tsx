import {
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId,
} from 'react';

/** What every field has: its label, help below it, and what is wrong with the value, if anything. */
interface FieldText {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
}

/** All props of the five fields go to the control, so that `{...register('name')}` works. */
type ControlProps<Attributes, Element> = FieldText & Attributes & { readonly ref?: Ref<Element> };
type InputProps = ControlProps<InputHTMLAttributes<HTMLInputElement>, HTMLInputElement>;

const BOX =
  'w-full rounded-md border bg-raised text-ink min-h-11 px-3 text-sm placeholder:text-soft aria-invalid:border-bad border-edge';

/** One line. As in the area below, the browser offers earlier texts only where `autoComplete` names them. */
export function TextField({ label, hint, error, ...rest }: InputProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(ids) => <input type="text" autoComplete="off" {...rest} {...ids} className={BOX} />}
    </Field>
  );
}

export function FileField({ label, hint, error, ...rest }: InputProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(ids) => <input {...rest} {...ids} type="file" className={`${BOX} py-2 ${FILE_BUTTON}`} />}
    </Field>
  );
}

const FILE_BUTTON =
  'file:mr-3 file:rounded-sm file:border file:border-edge file:bg-well file:px-3 file:text-sm file:text-ink';

export function TextArea({
  label,
  hint,
  error,
  ...rest
}: ControlProps<TextareaHTMLAttributes<HTMLTextAreaElement>, HTMLTextAreaElement>) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(ids) => <textarea rows={4} autoComplete="off" {...rest} {...ids} className={`${BOX} py-2`} />}
    </Field>
  );
}

type SelectProps = Partial<OptionsProps> &
  ControlProps<SelectHTMLAttributes<HTMLSelectElement>, HTMLSelectElement>;

export function SelectField({ label, hint, error, options, none, children, ...rest }: SelectProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(ids) => (
        <select {...rest} {...ids} className={BOX}>
          {options === undefined ? children : <Options options={options} none={none} />}
        </select>
      )}
    </Field>
  );
}

export interface OptionsProps {
  /** Values and their words. */
  readonly options: readonly (readonly [value: string | number, words: string])[];
  /** Label of the first option, which chooses nothing; left out if something must be chosen. */
  readonly none?: string | undefined;
}

/** What a select offers. */
export function Options({ options, none }: OptionsProps) {
  return (
    <>
      {none !== undefined && <option value="">{none}</option>}
      {options.map(([value, words]) => (
        <option key={value} value={value}>
          {words}
        </option>
      ))}
    </>
  );
}

/** A box to tick, its label beside it. */
export function CheckField({ label, hint, error, ...rest }: InputProps) {
  const id = useId();
  const ids = describe(id, hint, error);
  return (
    <div>
      <div className="flex items-start gap-3">
        <input type="checkbox" {...rest} {...ids} className="mt-1 size-5 shrink-0 accent-link" />
        <label htmlFor={id} className="text-sm">
          {label}
        </label>
      </div>
      <div className="pl-8">
        <Help id={id} hint={hint} error={error} />
      </div>
    </div>
  );
}

interface SmallCheckProps {
  readonly label: string;
  readonly checked: boolean;
  readonly onCheck: (isChecked: boolean) => void;
  readonly className: string;
}

/** A small box that only changes what is shown. */
export function SmallCheck({ label, checked, onCheck, className }: SmallCheckProps) {
  return (
    <label className={`flex min-h-6 w-fit items-center gap-2 ${className}`}>
      <input
        type="checkbox"
        checked={checked}
        onChange={(event) => onCheck(event.target.checked)}
        className="size-4 accent-link"
      />
      {label}
    </label>
  );
}

interface ControlIds {
  readonly id: string;
  readonly 'aria-invalid': boolean;
  readonly 'aria-describedby': string | undefined;
}

function Field({
  label,
  hint,
  error,
  children,
}: FieldText & { readonly children: (ids: ControlIds) => ReactNode }) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-sm font-semibold">
        {label}
      </label>
      {children(describe(id, hint, error))}
      <Help id={id} hint={hint} error={error} />
    </div>
  );
}

function describe(id: string, hint: ReactNode, error: string | undefined): ControlIds {
  const described = [hint === undefined ? '' : `${id}-hint`, error === undefined ? '' : `${id}-error`]
    .filter(Boolean)
    .join(' ');
  return { id, 'aria-invalid': error !== undefined, 'aria-describedby': described || undefined };
}

function Help({
  id,
  hint,
  error,
}: {
  readonly id: string;
  readonly hint: ReactNode;
  readonly error: string | undefined;
}) {
  return (
    <>
      {hint !== undefined && (
        <p id={`${id}-hint`} className="mt-1 text-xs text-soft">
          {hint}
        </p>
      )}
      {error !== undefined && (
        <p id={`${id}-error`} className="mt-1 text-xs font-semibold text-bad">
          {error}
        </p>
      )}
    </>
  );
}
