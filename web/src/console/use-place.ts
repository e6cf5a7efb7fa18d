import { type RefObject, useRef } from 'react';

/** A place that takes the focus when what had it is gone. Its element needs tabIndex -1. */
export function usePlace(): {
  readonly place: RefObject<HTMLDivElement | null>;
  readonly focusPlace: () => void;
} {
  const place = useRef<HTMLDivElement>(null);
  return { place, focusPlace: () => place.current?.focus({ preventScroll: true }) };
}
