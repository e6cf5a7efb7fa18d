import './design/design.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, useLayoutEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { sessionQuery } from './api.ts';
import { applyTheme, storedTheme } from './design/theme.ts';
import { ToastProvider } from './design/toast.tsx';
import { currentLanguage } from './i18n/language.ts';
import { LanguageProvider } from './i18n/language-provider.tsx';
import { showMessages } from './i18n/shown-messages.ts';
import { queryClient } from './query-client.ts';
import { createPageRouter } from './router.tsx';

// The router reloads the page when its code is missing; offline, that would end on the browser's error page.
window.addEventListener('vite:preloadError', ({ payload }) => {
  if (!navigator.onLine) payload.message = 'offline';
});
applyTheme(storedTheme());
document.documentElement.lang = currentLanguage();
const element = document.getElementById('root');
if (element === null) throw new Error('index.html holds no #root');
const router = createPageRouter();
// Asked for at once rather than one after the other: texts, the page's code, and who is signed in.
const texts = showMessages(currentLanguage());
const firstPage = router.load();
const session = queryClient.prefetchQuery(sessionQuery);
await texts;
await firstPage;
// A prerendered page can be read already; it is replaced once the page knows who reads it.
if (element.querySelector('main') !== null) await session;
createRoot(element).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <LanguageProvider>
        <ToastProvider>
          <RouterProvider router={router} />
          <Drawn />
        </ToastProvider>
      </LanguageProvider>
    </QueryClientProvider>
  </StrictMode>,
);

/** Marks the page as interactive. */
function Drawn() {
  useLayoutEffect(() => {
    document.getElementById('root')?.removeAttribute('data-loading');
    delete document.documentElement.dataset.redraw;
  }, []);
  return null;
}
