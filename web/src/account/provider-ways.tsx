import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import type { Provider } from '../../../src/portal/contract/providers.ts';
import { sessionQuery } from '../api.ts';
import { Button } from '../design/button.tsx';
import { useAction } from '../forms/use-action.tsx';
import { goToProvider } from './go-to-provider.ts';
import { ProviderMark } from './provider-mark.tsx';

/** Below a form: other services to sign in with. Nothing if the operator has set up none. */
export function ProviderWays({ next }: { readonly next?: string | undefined }) {
  const t = useTranslations('account.provider');
  const { data: session } = useQuery(sessionQuery);
  const { busy, notice, run } = useAction();
  if (session === undefined || session.providers.length === 0) return null;
  const go = (provider: Provider) => run(() => goToProvider({ provider, intent: 'enter' }, next));
  return (
    <div className="mt-6 space-y-3">
      <p className="flex items-center gap-4 text-xs text-soft before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {t('or')}
      </p>
      {session.providers.map((provider) => (
        <Button key={provider} busy={busy} onClick={() => go(provider)} className="w-full">
          <ProviderMark provider={provider} />
          {t('continue', { provider: t(`names.${provider}`) })}
        </Button>
      ))}
      {notice}
    </div>
  );
}
