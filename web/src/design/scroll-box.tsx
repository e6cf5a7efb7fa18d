import type { ReactNode } from 'react';

interface ScrollBoxProps {
  /** Names the box for screen readers; or the id of the element that names it. */
  readonly label?: string;
  readonly labelledBy?: string;
  readonly className?: string;
  readonly children: ReactNode;
}

/** Content wider than a phone scrolls inside this box, also by keyboard, so the page doesn't get wider. */
export function ScrollBox({ label, labelledBy, className = '', children }: ScrollBoxProps) {
  return (
    <div
      role="group"
      tabIndex={0}
      aria-label={label}
      aria-labelledby={labelledBy}
      className={`scroll-hint relative overflow-x-auto ${className}`}
    >
      {children}
    </div>
  );
}
