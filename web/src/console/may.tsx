import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Right } from '../../../src/accounts/roles.ts';
import { sessionQuery } from '../api.ts';

/** Whether the role of whoever is signed in includes a right. The server decides for itself; this only tells what to show. */
export function useMay(right: Right): boolean {
  const { data: session } = useQuery(sessionQuery);
  return session?.account?.rights.includes(right) ?? false;
}

interface MayProps {
  readonly right: Right;
  readonly children: ReactNode;
}

/** What is there only for roles with a right. */
export function May({ right, children }: MayProps) {
  return useMay(right) ? children : null;
}
