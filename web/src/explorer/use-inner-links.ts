import { useRouter } from '@tanstack/react-router';
import { type RefObject, useEffect } from 'react';

/** Plain links to the portal's pages within an element are followed without a new load of the portal. */
export function useInnerLinks(element: RefObject<HTMLElement | null>): void {
  const router = useRouter();
  useEffect(() => {
    const container = element.current;
    const follow = (event: MouseEvent) => {
      const isPlain =
        event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      const path = link?.getAttribute('href') ?? '';
      if (!isPlain || !path.startsWith('/portal/')) return;
      event.preventDefault();
      router.history.push(path);
    };
    container?.addEventListener('click', follow);
    return () => container?.removeEventListener('click', follow);
  }, [element, router]);
}
