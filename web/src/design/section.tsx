import { type ReactNode, useId } from 'react';

interface SectionProps {
  readonly title: string;
  /** Below the heading. */
  readonly lead?: string;
  /** For links to it. */
  readonly id?: string;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A part of a page under its heading. */
export function Section({ title, lead, id, className, children }: SectionProps) {
  const headingId = useId();
  return (
    <section id={id} aria-labelledby={headingId} className={className}>
      <h2 id={headingId} className="text-lg font-bold">
        {title}
      </h2>
      {lead !== undefined && <p className="mt-1 text-sm text-soft">{lead}</p>}
      <div className="mt-4">{children}</div>
    </section>
  );
}
