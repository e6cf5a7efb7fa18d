import assert from 'node:assert/strict';
import type { Provider } from '../../src/accounts/sign-in-provider.ts';
import type { ProviderAddress, ProviderOutcome } from '../../src/portal/contract/sign-in.ts';
import { type FakeProvider, startFakeProvider } from './fake-provider.ts';
import { PASSWORD, type PortalAnswer, type PortalClient } from './portal-client.ts';
import type { Cleanup } from './temp-dir.ts';
import { createTestApp, type TestApp } from './test-app.ts';

/** The service with all providers set up, and their servers. */
export async function createProviderApp(t: Cleanup): Promise<{ provider: FakeProvider; app: TestApp }> {
  const provider = await startFakeProvider(t);
  return { provider, app: await createTestApp(t, { provider }) };
}

/** To the provider, where the person agrees, and back: what the page then turns in. Accounts connect by the password of signUp. */
export async function goThere(
  client: PortalClient,
  provider: Provider,
  intent: 'enter' | 'connect' = 'enter',
) {
  const started = await client.post<ProviderAddress>('/provider/start', {
    provider,
    intent,
    ...(intent === 'connect' ? { password: PASSWORD } : {}),
  });
  assert.equal(started.status, 200, started.text);
  const answer = await fetch(started.view.address, { redirect: 'manual' });
  const back = new URL(answer.headers.get('location') ?? '');
  assert.equal(`${back.origin}${back.pathname}`, `https://books.example/portal/sign-in/${provider}`);
  return {
    provider,
    code: back.searchParams.get('code') ?? '',
    state: back.searchParams.get('state') ?? '',
  };
}

/** There and back, and what the server makes of it. */
export async function comeBack(
  client: PortalClient,
  provider: Provider,
  intent: 'enter' | 'connect' = 'enter',
): Promise<PortalAnswer<ProviderOutcome>> {
  const answer = await client.post<ProviderOutcome>(
    '/provider/finish',
    await goThere(client, provider, intent),
  );
  // Signed in, the browser has another token for its next request.
  await client.get('/session');
  return answer;
}
