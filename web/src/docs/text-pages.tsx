import { useLocation } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import type { NoticesView } from '../../../src/portal/contract/sign-in.ts';
import { sessionQuery } from '../api.ts';
import { Page } from '../design/page.tsx';
import { Fetch } from '../forms/fetched.tsx';
import { useLanguage } from '../i18n/language-provider.tsx';
import { NoticeLinks } from '../layout/notice-links.tsx';
import { GUIDES } from './docs-pages.ts';
import { Markdown } from './markdown.tsx';
import { headingsOf, OnThisPage } from './on-this-page.tsx';
import { fillText, rawText } from './texts.ts';

/** A page of running text, named by the last part of its address. */
export function GuidePage() {
  const t = useTranslations('docs');
  const { language } = useLanguage();
  const address = useLocation({ select: ({ pathname }) => pathname });
  const guide = GUIDES.find((name) => address.replace(/\/$/, '').endsWith(`/${name}`)) ?? 'faq';
  return (
    <Page title={t(guide)} lead={t(`${guide}Lead`)}>
      <Fetch of={sessionQuery}>
        {(session) => (
          <>
            <GuideText text={fillText(rawText(guide, language), session)} />
            {guide === 'faq' && hasNotice(session.notices) && (
              <section data-notices="" className="mt-10 border-t border-line pt-6">
                <h2 className="text-lg font-semibold">{t('notices')}</h2>
                <ul className="mt-2 list-disc pl-5">
                  <NoticeLinks notices={session.notices} className="text-link underline underline-offset-4" />
                </ul>
              </section>
            )}
          </>
        )}
      </Fetch>
    </Page>
  );
}

function GuideText({ text }: { readonly text: string }) {
  const t = useTranslations('docs');
  return (
    <>
      <OnThisPage headings={headingsOf(text)} />
      <Markdown text={text} codeLabel={t('code')} />
    </>
  );
}

function hasNotice(notices: NoticesView): boolean {
  return Object.values(notices).some((address) => address !== null);
}

export function ChangelogPage() {
  const t = useTranslations('docs');
  const { language } = useLanguage();
  return (
    <Page title={t('changelog')} lead={t('changelogLead')}>
      <Markdown text={rawText('changelog', language)} codeLabel={t('code')} />
    </Page>
  );
}
