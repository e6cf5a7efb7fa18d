import { createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, ButtonHTMLAttributes, ReactNode, Ref } from 'react';

export type ButtonKind = 'primary' | 'plain' | 'danger' | 'bare';

const SHAPE =
  'inline-flex items-center justify-center gap-2 rounded-md text-sm font-semibold no-underline min-h-11 transition-colors disabled:opacity-55 aria-disabled:opacity-55';
const COLOURS: Readonly<Record<ButtonKind, string>> = {
  primary: 'px-5 bg-fill text-on-fill hover:opacity-88',
  plain: 'px-5 border border-edge bg-raised text-ink hover:border-ink',
  danger: 'px-5 border border-bad bg-raised text-bad hover:bg-bad hover:text-paper',
  bare: 'text-link underline underline-offset-4 hover:text-ink',
};

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly kind?: ButtonKind;
  /** Its work is in progress: pressing it again does nothing. It keeps the focus, which a disabled button would lose. */
  readonly busy?: boolean;
  readonly children: ReactNode;
  readonly ref?: Ref<HTMLButtonElement>;
}

export function Button({ kind = 'plain', busy = false, className = '', children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      // Pressing Enter in a field clicks the form's button, too.
      onClick={busy ? (event) => event.preventDefault() : rest.onClick}
      aria-disabled={busy || undefined}
      aria-busy={busy}
      className={`${SHAPE} ${COLOURS[kind]} ${className}`}
    >
      {children}
    </button>
  );
}

interface AnchorProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  readonly kind?: ButtonKind;
  readonly ref?: Ref<HTMLAnchorElement>;
}

/** Looks like a Button and leads to a page of the portal: takes `to`, `params` and `search` as Link does. */
export const ButtonLink = createLink(({ kind = 'plain', className = '', children, ...rest }: AnchorProps) => (
  <a {...rest} className={`${SHAPE} ${COLOURS[kind]} ${className}`}>
    {children}
  </a>
));

/** A link in running text, or by itself where words say enough: takes what Link takes. */
export const TextLink = createLink(({ className = '', children, ...rest }: Omit<AnchorProps, 'kind'>) => (
  <a {...rest} className={`text-link underline underline-offset-4 ${className}`}>
    {children}
  </a>
));
