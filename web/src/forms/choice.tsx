import { useId } from 'react';
import { Options, type OptionsProps } from '../design/field.tsx';

interface ChoiceProps extends OptionsProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A select under its small label, for rows of filters. */
export function Choice({ label, value, onChange, ...options }: ChoiceProps) {
  const id = useId();
  return (
    <div className="min-w-0 text-xs text-soft">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="mt-1 block min-h-11 w-full min-w-28 rounded-md border border-edge bg-raised px-3 text-sm text-ink"
      >
        <Options {...options} />
      </select>
    </div>
  );
}
