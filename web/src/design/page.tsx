import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { sessionQuery } from '../api.ts';

interface PageProps {
  readonly title: string;
  /** One or two sentences under the title. */
  readonly lead?: ReactNode;
  /** A readable line length, the width of the frame, or that of the container. */
  readonly width?: keyof typeof WIDTHS;
  readonly children: ReactNode;
}

const WIDTHS = { text: 'max-w-3xl', wide: 'max-w-6xl', full: '' } as const;

/** A page's heading and body; also names the browser's tab. */
export function Page({ title, lead, width = 'text', children }: PageProps) {
  useDocumentTitle(title);
  return (
    <div className={`mx-auto px-4 pt-10 pb-24 sm:px-8 sm:pt-16 ${WIDTHS[width]}`}>
      <h1 className="font-title text-2xl font-bold tracking-tight">{title}</h1>
      {lead !== undefined && <p className="mt-4 max-w-2xl text-soft">{lead}</p>}
      <div className="mt-10">{children}</div>
    </div>
  );
}

/** The browser's tab is named after the page and the operator. */
export function useDocumentTitle(title: string): void {
  const { data: session } = useQuery(sessionQuery);
  const brand = session?.operatorName ?? '';
  useEffect(() => {
    document.title = [title, brand].filter(Boolean).join(' - ');
  }, [title, brand]);
}
