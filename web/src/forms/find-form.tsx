import { useForm } from 'react-hook-form';
import { Button } from '../design/button.tsx';

interface FindFormProps {
  readonly text: string;
  readonly label: string;
  readonly placeholder?: string;
  readonly submit: string;
  readonly maxLength: number;
  readonly onFind: (text: string) => void;
}

/** One line to look for something, with its button. */
export function FindForm({ text, label, placeholder, submit, maxLength, onFind }: FindFormProps) {
  const form = useForm({ values: { text } });
  return (
    <search>
      <form
        onSubmit={form.handleSubmit((typed) => onFind(typed.text.trim()))}
        className="flex max-w-2xl gap-3"
      >
        <input
          type="search"
          aria-label={label}
          placeholder={placeholder}
          maxLength={maxLength}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          className="min-h-11 min-w-0 flex-1 rounded-md border border-edge bg-raised px-4 text-sm text-ink placeholder:text-soft"
          {...form.register('text')}
        />
        <Button type="submit" kind="primary">
          {submit}
        </Button>
      </form>
    </search>
  );
}
