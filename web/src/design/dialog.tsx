import { type ReactNode, useEffect, useId, useRef } from 'react';

interface DialogProps {
  readonly open: boolean;
  /** Called when the person closes it, also with Escape. */
  readonly onClose: () => void;
  readonly title: string;
  readonly children: ReactNode;
}

/** A modal dialog: the browser's own, which keeps the focus inside. */
export function Dialog({ open, onClose, title, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    if (open) dialog.current?.showModal();
    else dialog.current?.close();
  }, [open]);
  return (
    <dialog
      ref={dialog}
      onClose={onClose}
      aria-labelledby={titleId}
      className="m-auto w-[min(36rem,calc(100vw-2rem))] rounded-md border border-line bg-raised p-6 shadow-float backdrop:bg-[rgb(0_0_0/0.5)] sm:p-8"
    >
      {open && (
        <>
          <h2 id={titleId} className="mb-4 text-lg font-bold">
            {title}
          </h2>
          {children}
        </>
      )}
    </dialog>
  );
}
