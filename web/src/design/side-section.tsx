import { type ReactNode, useId } from 'react';

/** A section of a settings page: its title beside its content. */
export function SideSection({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="grid gap-x-10 gap-y-3 border-t border-line py-8 md:grid-cols-[12rem_1fr]"
    >
      <h2 id={id} className="font-bold">
        {title}
      </h2>
      <div className="min-w-0 max-w-3xl space-y-4 text-sm">{children}</div>
    </section>
  );
}
