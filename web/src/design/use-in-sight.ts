import { type RefObject, useLayoutEffect } from 'react';

/** Scrolls a box, and nothing else, until the element that `selector` finds in it is visible. */
export function useInSight(box: RefObject<HTMLElement | null>, selector: string): void {
  useLayoutEffect(() => {
    const element = box.current?.querySelector<HTMLElement>(selector) ?? null;
    if (box.current === null || element === null) return;
    const { offsetTop, offsetLeft, offsetHeight, offsetWidth } = element;
    const { scrollTop, clientHeight, clientWidth } = box.current;
    box.current.scrollLeft = offsetLeft - (clientWidth - offsetWidth) / 2;
    // If it is visible, the list doesn't move.
    if (offsetTop < scrollTop || offsetTop + offsetHeight > scrollTop + clientHeight)
      box.current.scrollTop = offsetTop - (clientHeight - offsetHeight) / 2;
  }, [box, selector]);
}
