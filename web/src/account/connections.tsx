import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Provider } from '../../../src/portal/contract/providers.ts';
import { portalQuery, postPortal, sessionQuery } from '../api.ts';
import { Button } from '../design/button.tsx';
import { dayOf } from '../design/dates.ts';
import { SideSection } from '../design/side-section.tsx';
import { CurrentPassword } from '../forms/password-field.tsx';
import { SubmitForm, useFields } from '../forms/submit-form.tsx';
import { useAction } from '../forms/use-action.tsx';
import { useLeaveWhenRefused } from '../forms/use-leave-when-refused.ts';
import { useAccountRules } from './account-rules.ts';
import { goToProvider } from './go-to-provider.ts';
import { ProviderMark } from './provider-mark.tsx';

const connectionsQuery = portalQuery('/connections');

/** The ways to sign in to the account. */
function useConnections() {
  const { data: session } = useQuery(sessionQuery);
  // Signing out leaves this page on the screen for a moment longer than the account.
  const isSignedIn = session !== undefined && session.account !== null;
  return useQuery({ ...connectionsQuery, enabled: isSignedIn });
}

/** Whether the account has a password, which sensitive changes then ask for. */
export function useHasPassword(): boolean {
  return useConnections().data?.hasPassword !== false;
}

/** The services by which the account can be entered. Nothing where none is offered and none was connected. */
export function Connections() {
  const t = useTranslations('account.connections');
  const { data: session } = useQuery(sessionQuery);
  const { data, error } = useConnections();
  useLeaveWhenRefused(error);
  const { busy, notice, run } = useAction();
  const [asking, setAsking] = useState<Provider | null>(null);
  const hasPassword = useHasPassword();
  const client = useQueryClient();
  const connected = new Map(data?.connections.map((one) => [one.provider, one.connectedAtMs]));
  // A service that is no longer offered can still be disconnected.
  const shown = [...new Set([...(session?.providers ?? []), ...connected.keys()])];
  if (shown.length === 0) return null;
  const disconnect = (provider: Provider) =>
    run(async () => {
      const left = await postPortal('/connections/disconnect', { provider });
      client.setQueryData(connectionsQuery.queryKey, left);
    });
  return (
    <SideSection title={t('title')}>
      <p>{t('body')}</p>
      <ul className="divide-y divide-line border-y border-line">
        {shown.map((provider) => (
          <Connection
            key={provider}
            provider={provider}
            connectedAtMs={connected.get(provider) ?? null}
            busy={busy || data === undefined}
            onConnect={hasPassword ? setAsking : (chosen) => run(() => connect(chosen, null))}
            asks={asking === provider}
            onDisconnect={disconnect}
          />
        ))}
      </ul>
      {notice}
    </SideSection>
  );
}

/** To the provider's page. Throws PortalError. */
function connect(provider: Provider, password: string | null): Promise<void> {
  return goToProvider({ provider, intent: 'connect', password });
}

interface ConnectionProps {
  readonly provider: Provider;
  readonly connectedAtMs: number | null;
  readonly busy: boolean;
  /** Whether the form for the password is open, to connect it. */
  readonly asks: boolean;
  readonly onConnect: (provider: Provider) => void;
  readonly onDisconnect: (provider: Provider) => void;
}

function Connection({ provider, connectedAtMs, busy, asks, onConnect, onDisconnect }: ConnectionProps) {
  const t = useTranslations('account');
  const name = t(`provider.names.${provider}`);
  const isConnected = connectedAtMs !== null;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <ProviderMark provider={provider} />
      <span className="min-w-24 flex-1">
        <span className="font-semibold">{name}</span>
        <span className="block text-soft">
          {isConnected
            ? t('connections.since', {
                date: dayOf(connectedAtMs),
              })
            : t('connections.none')}
        </span>
      </span>
      <Button
        busy={busy}
        onClick={() => (isConnected ? onDisconnect : onConnect)(provider)}
        aria-label={t(isConnected ? 'connections.disconnectOne' : 'connections.connectOne', {
          provider: name,
        })}
      >
        {t(isConnected ? 'connections.disconnect' : 'connections.connect')}
      </Button>
      {asks && !isConnected && <PasswordToConnect provider={provider} />}
    </li>
  );
}

/** A connected service opens the account for good, so the password keeps out anyone who merely found the browser open. */
function PasswordToConnect({ provider }: { readonly provider: Provider }) {
  const t = useTranslations('account');
  const rules = useAccountRules();
  const { form, field } = useFields({ defaultValues: { password: '' } });
  const { setFocus } = form;
  const name = t(`provider.names.${provider}`);
  useEffect(() => setFocus('password'), [setFocus]);
  return (
    <SubmitForm
      form={form}
      onSubmit={async ({ password }) => {
        await connect(provider, password);
      }}
      action={t('provider.continue', { provider: name })}
      className="w-full max-w-md space-y-4"
    >
      <CurrentPassword
        label={t('connections.password', { provider: name })}
        {...field('password', rules.password)}
      />
    </SubmitForm>
  );
}
