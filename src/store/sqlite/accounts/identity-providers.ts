import type { Identity } from '../../../accounts/identity.ts';
import { PROVIDERS, type Provider, type ProviderSubject } from '../../../accounts/sign-in-provider.ts';
import { writeWhenFree } from '../write-when-free.ts';
import { type Audit, type AuditOptions, accountInserter, oneOf, toEmail } from './account-rows.ts';
import type { StartSession } from './identity-tokens.ts';

/** The account that a provider's user enters. Call it in a transaction. */
export interface Connector {
  accountOf(person: ProviderSubject): number | null;
  /** The user must not be connected yet. Replaces another user of the same provider. */
  connect(accountId: number, person: ProviderSubject): void;
  disconnect(accountId: number, provider: Provider): void;
}

export function createConnector({ db, clock }: AuditOptions, audit: Audit): Connector {
  const select = db.prepare('SELECT account_id FROM provider_connection WHERE provider = ? AND subject = ?');
  const put = db.prepare(`
    INSERT INTO provider_connection (provider, subject, account_id, connected_at_ms)
    VALUES (?, ?, ?, ?)`);
  const remove = db.prepare('DELETE FROM provider_connection WHERE account_id = ? AND provider = ?');
  const disconnect = (accountId: number, provider: Provider) => {
    const { changes } = remove.run(accountId, provider);
    if (changes > 0) audit('account.provider-disconnected', accountId, { provider });
  };
  return {
    accountOf({ provider, subject }) {
      const row = select.get(provider, subject);
      return row === undefined ? null : Number(row.account_id);
    },
    disconnect,
    connect(accountId, { provider, subject }) {
      disconnect(accountId, provider);
      put.run(provider, subject, accountId, clock.nowMs());
      audit('account.provider-connected', accountId, { provider });
    },
  };
}

/** The provider's part of the port Identity in the embedded store. */
export function providerMethods(
  options: AuditOptions,
  audit: Audit,
  { startSession, connector }: { readonly startSession: StartSession; readonly connector: Connector },
): Pick<Identity, 'signInByProvider' | 'connect' | 'disconnect' | 'findConnections'> {
  const { db } = options;
  const insertAccount = accountInserter(options, audit);
  const removePending = db.prepare('DELETE FROM pending_sign_up WHERE email = ?');
  const select = db.prepare('SELECT provider, connected_at_ms FROM provider_connection WHERE account_id = ?');

  return {
    async signInByProvider(person, from) {
      const { email, isEmailProven, name } = person;
      return writeWhenFree(db, () => {
        const known = connector.accountOf(person);
        if (known !== null) return { outcome: 'signed-in', session: startSession(known, from) };
        if (email === null || !isEmailProven) return { outcome: 'address-needed' };
        const account = insertAccount({ email, name, tier: 'free', role: 'developer' });
        if (account === null) return { outcome: 'known-address' };
        removePending.run(toEmail(email));
        connector.connect(account.accountId, person);
        return { outcome: 'signed-in', session: startSession(account.accountId, from) };
      });
    },
    async connect(accountId, person) {
      return writeWhenFree(db, () => {
        const known = connector.accountOf(person);
        if (known !== null) return known === accountId ? 'was-connected' : 'elsewhere';
        connector.connect(accountId, person);
        return 'connected';
      });
    },
    async disconnect(accountId, provider) {
      await writeWhenFree(db, () => connector.disconnect(accountId, provider));
    },
    async findConnections(accountId) {
      const found = new Map<Provider, number>();
      for (const row of select.all(accountId)) {
        found.set(oneOf(PROVIDERS, row.provider), Number(row.connected_at_ms));
      }
      return PROVIDERS.flatMap((provider) => {
        const connectedAtMs = found.get(provider);
        return connectedAtMs === undefined ? [] : [{ provider, connectedAtMs }];
      });
    },
  };
}
