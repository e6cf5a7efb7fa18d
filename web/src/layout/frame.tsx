import { Outlet } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';

export function Frame() {
  const t = useTranslations('frame');
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#main"
        className="absolute top-2 left-2 z-50 -translate-y-20 rounded-md bg-fill px-4 py-3 text-sm font-semibold text-on-fill focus:translate-y-0"
      >
        {t('skip')}
      </a>
      <Header />
      <main id="main" tabIndex={-1} className="flex-1 outline-none">
        <Outlet />
      </main>
      <Footer />
    </div>
  );
}
