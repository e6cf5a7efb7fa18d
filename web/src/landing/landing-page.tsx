import { useQuery } from '@tanstack/react-query';
import { useFormatter, useTranslations } from 'use-intl';
import { sessionQuery } from '../api.ts';
import { ButtonLink } from '../design/button.tsx';
import { useDocumentTitle } from '../design/page.tsx';
import { LiveShelf } from './live-shelf.tsx';

const STEPS = ['one', 'two', 'three'] as const;
const FACTS = ['exact', 'segments', 'files', 'limits'] as const;

/** The first page: what the service does, shown by what it answers. */
export function LandingPage() {
  const t = useTranslations('landing');
  useDocumentTitle('');
  return (
    <div className="mx-auto max-w-6xl px-4 sm:px-8">
      <section className="pt-12 pb-10 sm:pt-16 sm:pb-12">
        <h1 className="max-w-5xl font-title text-3xl font-bold tracking-tight">{t('headline')}</h1>
        <p className="mt-5 max-w-2xl text-soft">{t('lead')}</p>
        <p className="max-w-2xl text-soft">{t('leadShelf')}</p>
        <div className="mt-8 flex flex-wrap gap-3">
          <ButtonLink to="/portal/sign-up" kind="primary">
            {t('start')}
          </ButtonLink>
          <ButtonLink to="/docs">{t('readDocs')}</ButtonLink>
        </div>
        <Price />
      </section>
      <LiveShelf />
      <Steps />
      <Facts />
    </div>
  );
}

/** What it costs, which is nothing, and how much that is. */
function Price() {
  const t = useTranslations('landing');
  const format = useFormatter();
  const { data: session } = useQuery(sessionQuery);
  const limits = session?.limits;
  return (
    <p className="mt-4 min-h-5 text-sm text-soft">
      {limits !== undefined && t('price', { calls: format.number(limits.dailyQuota) })}
    </p>
  );
}

function Steps() {
  const t = useTranslations('landing');
  return (
    <section className="border-t border-line py-16 sm:py-24">
      <h2 className="font-title text-xl font-bold">{t('stepsTitle')}</h2>
      <ol className="mt-10 grid gap-10 md:grid-cols-3 md:gap-12">
        {STEPS.map((step, index) => (
          <li key={step} className="border-t-2 border-mark pt-5">
            <p aria-hidden="true" className="font-title text-2xl leading-none font-bold">
              {index + 1}
            </p>
            <h3 className="mt-4 font-bold">{t(`steps.${step}`)}</h3>
            <p className="mt-2 text-sm text-soft">{t(`steps.${step}Text`)}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Facts() {
  const t = useTranslations('landing');
  return (
    <section className="border-t border-line py-16 sm:py-24">
      <h2 className="font-title text-xl font-bold">{t('factsTitle')}</h2>
      <dl className="mt-10 grid gap-x-12 gap-y-10 md:grid-cols-2">
        {FACTS.map((fact) => (
          <div key={fact}>
            <dt className="font-bold">{t(`facts.${fact}`)}</dt>
            <dd className="mt-2 max-w-md text-sm text-soft">{t(`facts.${fact}Text`)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
