import { createContext, type ReactNode, useCallback, useContext, useRef, useState } from 'react';

const SHOWN_MS = 5000;

const ToastContext = createContext<(message: string) => void>(() => {});

/** Tells briefly that something was done. A failure belongs beside its cause, in a Notice. */
export function useToast(): (message: string) => void {
  return useContext(ToastContext);
}

export function ToastProvider({ children }: { readonly children: ReactNode }) {
  const [message, setMessage] = useState('');
  const timer = useRef(0);
  const show = useCallback((text: string) => {
    window.clearTimeout(timer.current);
    setMessage(text);
    timer.current = window.setTimeout(() => setMessage(''), SHOWN_MS);
  }, []);
  return (
    <ToastContext value={show}>
      {children}
      {/* The region is always there: screen readers tell only of changes in it. */}
      <div role="status" className="pointer-events-none fixed inset-x-4 bottom-6 z-50 flex justify-center">
        {message !== '' && (
          <p className="rounded-md bg-fill px-5 py-3 text-sm font-semibold text-on-fill shadow-float">
            {message}
          </p>
        )}
      </div>
    </ToastContext>
  );
}
