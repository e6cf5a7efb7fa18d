import type { ReactNode } from 'react';

/** Looks like a button and leads to an address of the server that is no page of the portal. */
export function ButtonAnchor({ href, children }: { readonly href: string; readonly children: ReactNode }) {
  return (
    <a
      href={href}
      className="flex min-h-11 w-full items-center justify-center rounded-md border border-edge bg-raised px-5 text-sm font-semibold text-ink no-underline hover:border-ink"
    >
      {children}
    </a>
  );
}
