import { useTranslations } from 'use-intl';

const STEPS = ['account', 'key', 'call'] as const;

/** The steps to the first call. */
export function Steps({ at }: { readonly at: (typeof STEPS)[number] }) {
  const t = useTranslations('account.steps');
  const current = STEPS.indexOf(at);
  return (
    <ol aria-label={t('label')} className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xs">
      {STEPS.map((step, index) => (
        <li
          key={step}
          aria-current={step === at ? 'step' : undefined}
          className="flex items-center gap-2 text-soft aria-[current=step]:font-semibold aria-[current=step]:text-ink"
        >
          {index > 0 && <span aria-hidden="true" className="h-px w-5 bg-edge sm:w-8" />}
          <span
            aria-hidden="true"
            className={`flex size-6 items-center justify-center rounded-full border tabular-nums ${index <= current ? 'border-fill bg-fill text-on-fill' : 'border-edge'}`}
          >
            {index < current ? '✓' : index + 1}
          </span>
          {t(step)}
        </li>
      ))}
    </ol>
  );
}
