import type { ComponentProps } from 'react';
import { Button } from '../design/button.tsx';
import { useAction } from './use-action.tsx';

interface ActionButtonProps extends Omit<ComponentProps<typeof Button>, 'busy' | 'onClick'> {
  readonly work: () => Promise<void>;
  /** Said when the work is done. */
  readonly done?: string | undefined;
}

/** A button whose work may fail. What went wrong is said below it. */
export function ActionButton({ work, done, ...button }: ActionButtonProps) {
  const { busy, notice, run } = useAction();
  return (
    <>
      <Button {...button} busy={busy} onClick={() => run(work, done)} />
      {notice}
    </>
  );
}
