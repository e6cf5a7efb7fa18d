import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { portalQuery } from '../api.ts';
import { Cover } from '../design/cover.tsx';
import { Notice } from '../design/notice.tsx';
import { useDocumentTitle } from '../design/page.tsx';

export interface EntranceProps {
  readonly title: string;
  readonly lead?: ReactNode;
  /** Above the title. */
  readonly above?: ReactNode;
  /** The page takes the place of a form that was sent: its title gets the focus, which would be lost with the form. */
  readonly takesFocus?: boolean;
  readonly children?: ReactNode;
}

/** Pages before sign-in: a short form, and books beside it. */
export function Entrance({ title, lead, above, takesFocus = false, children }: EntranceProps) {
  useDocumentTitle(title);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, [takesFocus]);
  return (
    <div className="mx-auto grid max-w-6xl px-4 sm:px-8 lg:grid-cols-[minmax(0,28rem)_1fr] lg:gap-20">
      <div className="pt-8 pb-20 sm:pt-14">
        {above !== undefined && <div className="mb-8">{above}</div>}
        <h1
          ref={heading}
          tabIndex={takesFocus ? -1 : undefined}
          className="font-title text-2xl font-bold tracking-tight"
        >
          {title}
        </h1>
        {lead !== undefined && <p className="mt-3 text-soft">{lead}</p>}
        <div className="mt-8">{children}</div>
      </div>
      <StillLife />
    </div>
  );
}

/** How the form of such a page looks. */
export const ENTRANCE_FORM = { kind: 'primary', isWide: true, className: 'space-y-5' } as const;

/** Says why signing in ended without success, and offers a way on. */
export function StoppedEntrance({ title, reason, children }: StoppedEntranceProps) {
  return (
    <Entrance title={title}>
      <div className="space-y-6">
        <div role="alert">
          <Notice kind="warn">{reason}</Notice>
        </div>
        {children}
      </div>
    </Entrance>
  );
}

interface StoppedEntranceProps {
  readonly title: string;
  readonly reason: ReactNode;
  readonly children: ReactNode;
}

/** Today's bestsellers, as decoration; nothing if the catalogue is empty. */
function StillLife() {
  const { data } = useQuery(portalQuery('/shelf', { list: 'overall', page: 1 }));
  return (
    <div aria-hidden="true" className="relative hidden min-h-[46rem] overflow-hidden bg-well lg:block">
      <div className="absolute inset-0 grid grid-cols-3 content-start gap-8 p-12">
        {data?.items.slice(0, 15).map((item, index) => (
          <Cover
            key={item.itemId}
            itemId={item.itemId}
            src={item.cover}
            className={index % 3 === 1 ? 'translate-y-8' : ''}
          />
        ))}
      </div>
    </div>
  );
}
