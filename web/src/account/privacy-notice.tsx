import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { sessionQuery } from '../api.ts';

/** The address of the operator's privacy notice; null where there is none, or it isn't known yet. */
export function usePrivacyUrl(): string | null {
  const { data } = useQuery(sessionQuery);
  return data?.notices.privacyUrl ?? null;
}

interface PrivacyLinkProps {
  readonly href: string;
  readonly children: ReactNode;
}

/** Opens in a new tab, so nothing typed is lost. */
export function PrivacyLink({ href, children }: PrivacyLinkProps) {
  return (
    <a href={href} target="_blank" rel="noreferrer" className="text-link underline underline-offset-4">
      {children}
    </a>
  );
}
