import { type RefObject, useLayoutEffect } from 'react';

/** Scrolls a row sideways, and nothing else, so that the element in it that `selector` names is in sight. */
export function useInSight(row: RefObject<HTMLElement | null>, selector: string): void {
  useLayoutEffect(() => {
    const element = row.current?.querySelector<HTMLElement>(selector) ?? null;
    if (row.current === null || element === null) return;
    row.current.scrollLeft = element.offsetLeft - (row.current.clientWidth - element.offsetWidth) / 2;
  }, [row, selector]);
}
