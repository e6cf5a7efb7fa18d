import type { ReactNode } from 'react';

type NoticeKind = 'info' | 'good' | 'warn' | 'bad';

const EDGE: Readonly<Record<NoticeKind, string>> = {
  info: 'border-l-edge',
  good: 'border-l-good',
  warn: 'border-l-warn',
  bad: 'border-l-bad',
};

interface NoticeProps {
  readonly kind?: NoticeKind;
  readonly title?: string;
  readonly children: ReactNode;
}

/** A message beside what it is about. Screen readers announce errors at once. */
export function Notice({ kind = 'info', title, children }: NoticeProps) {
  return (
    <div
      role={kind === 'bad' ? 'alert' : undefined}
      className={`rounded-sm border border-l-4 border-line bg-raised px-5 py-4 text-sm ${EDGE[kind]}`}
    >
      {title !== undefined && <p className="font-semibold">{title}</p>}
      {children}
    </div>
  );
}
