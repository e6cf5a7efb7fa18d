import { May } from '../console/may.tsx';
import { Button } from '../design/button.tsx';
import { useAction } from '../forms/use-action.tsx';

interface WordListProps {
  readonly title: string;
  /** Words that belong together in each line, the first of which names it. */
  readonly lines: readonly (readonly string[])[];
  readonly action: string;
  /** The same for screen readers, with the line's name. */
  readonly actionOf: (word: string) => string;
  readonly done: (word: string) => string;
  readonly onRemove: (word: string) => Promise<void>;
}

/** Words in lines, each with a button that takes it out of the list. */
export function WordList({ title, lines, action, actionOf, done, onRemove }: WordListProps) {
  const { busy, notice, run } = useAction();
  return (
    <>
      <h2 className="mb-2 text-sm font-bold">{title}</h2>
      {notice}
      <ul className="divide-y divide-line border-y border-line">
        {lines.map((words) => {
          const [word = ''] = words;
          return (
            <li key={word} className="flex items-center justify-between gap-4 py-1 text-sm">
              <span className="flex min-w-0 flex-wrap gap-x-3">
                {words.map((one) => (
                  <bdi key={one} className="min-w-0">
                    {one}
                  </bdi>
                ))}
              </span>
              <May right="shop">
                <Button
                  kind="bare"
                  className="shrink-0"
                  disabled={busy}
                  aria-label={actionOf(word)}
                  onClick={() => run(() => onRemove(word), done(word))}
                >
                  {action}
                </Button>
              </May>
            </li>
          );
        })}
      </ul>
    </>
  );
}
