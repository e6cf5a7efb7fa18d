import type { ReactNode } from 'react';
import type { Provider } from '../../../src/portal/contract/providers.ts';

/** Colours and letters by which people know the providers: the same in both themes. */
const MARKS: Readonly<Record<Provider, ReactNode>> = {
  kakao: (
    <>
      <rect width="20" height="20" rx="4" fill="#fee500" />
      <path
        d="M10 4.5c-3.6 0-6.5 2.2-6.5 5 0 1.8 1.2 3.3 3 4.2l-.6 2.3c0 .2.2.4.4.2l2.6-1.8 1.1.1c3.6 0 6.5-2.2 6.5-5s-2.9-5-6.5-5z"
        fill="#191600"
      />
    </>
  ),
  naver: (
    <>
      <rect width="20" height="20" rx="4" fill="#03c75a" />
      <path d="M5.5 5.5h3.1l2.9 4.3V5.5h3v9h-3.1l-2.9-4.3v4.3h-3z" fill="#fff" />
    </>
  ),
  google: (
    <>
      <rect width="20" height="20" rx="4" fill="#fff" />
      <g fill="none" strokeWidth="2.8">
        <path d="M14.98 5.82A6.5 6.5 0 0 0 4.37 6.75" stroke="#ea4335" />
        <path d="M4.37 6.75a6.5 6.5 0 0 0 0 6.5" stroke="#fbbc05" />
        <path d="M4.37 13.25a6.5 6.5 0 0 0 9.81 1.73" stroke="#34a853" />
        <path d="M14.18 14.98A6.5 6.5 0 0 0 16.5 10H10" stroke="#4285f4" />
      </g>
    </>
  ),
};

/** The provider's mark, beside its name. */
export function ProviderMark({ provider }: { readonly provider: Provider }) {
  return (
    <svg viewBox="0 0 20 20" aria-hidden="true" className="size-5 flex-none">
      {MARKS[provider]}
    </svg>
  );
}
