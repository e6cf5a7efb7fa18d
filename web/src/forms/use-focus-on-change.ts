import { type RefObject, useEffect, useRef } from 'react';

/**
 * What replaces a form or a view on the same page gets the focus, so that it is read. `stage` names what is shown; null
 * while that isn't known yet.
 */
export function useFocusOnChange(stage: string | null, element: RefObject<HTMLElement | null>): void {
  const shown = useRef(stage);
  useEffect(() => {
    const before = shown.current;
    shown.current = stage;
    if (before === null || before === stage) return;
    element.current?.focus({ preventScroll: true });
    element.current?.scrollIntoView({ block: 'nearest' });
  }, [stage, element]);
}
