import { useTranslations } from 'use-intl';
import { Button, ButtonLink } from '../design/button.tsx';
import { Page } from '../design/page.tsx';

/** For unknown addresses. */
export function NotFoundPage() {
  const t = useTranslations('frame');
  return (
    <Page title={t('notFound')} lead={t('notFoundText')}>
      <ButtonLink to="/" kind="primary">
        {t('toStart')}
      </ButtonLink>
    </Page>
  );
}

/** For a page whose code or first data couldn't be loaded, usually because a newer version is being served. */
export function BrokenPage() {
  const t = useTranslations('frame');
  return (
    <Page title={t('broken')} lead={t(navigator.onLine ? 'brokenText' : 'offlineText')}>
      <Button kind="primary" onClick={() => window.location.reload()}>
        {t('reload')}
      </Button>
    </Page>
  );
}
