import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { sessionQuery } from '../api.ts';
import { ButtonAnchor } from './button-anchor.tsx';

/** Names that the services have in both languages. */
const PROVIDER_NAMES: Readonly<Record<string, string>> = { kakao: 'Kakao', naver: 'Naver', google: 'Google' };

/** Sign-in by other services, as far as the operator has set them up. */
export function OtherWays() {
  const t = useTranslations('account.signIn');
  const { data: session } = useQuery(sessionQuery);
  const providers = session?.providers ?? [];
  if (providers.length === 0) return null;
  return (
    <div className="space-y-3">
      <p className="flex items-center gap-3 text-xs text-soft before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {t('or')}
      </p>
      {providers.map((provider) => (
        <ButtonAnchor key={provider} href={`/portal/api/sign-in/${encodeURIComponent(provider)}`}>
          {t('with', { provider: PROVIDER_NAMES[provider] ?? provider })}
        </ButtonAnchor>
      ))}
    </div>
  );
}
