import { timingSafeEqual } from 'node:crypto';
import type { SQLOutputValue } from 'node:sqlite';
import { type Identity, VERIFICATION_MS } from '../../../accounts/identity.ts';
import { hashPassword } from '../../../accounts/password.ts';
import { PROVIDERS, type ProviderSubject } from '../../../accounts/sign-in-provider.ts';
import { writeWhenFree } from '../write-when-free.ts';
import { type Audit, type AuditOptions, accountInserter, oneOf, toEmail } from './account-rows.ts';
import type { Connector } from './identity-providers.ts';
import type { StartSession, Tokens } from './identity-tokens.ts';

interface SignUpParts {
  readonly tokens: Tokens;
  readonly startSession: StartSession;
  readonly connector: Connector;
}

/** The sign-up part of the port Identity in the embedded store. */
export function signUpMethods(
  options: AuditOptions,
  audit: Audit,
  { tokens, startSession, connector }: SignUpParts,
): Pick<Identity, 'signUp' | 'signUpByProvider' | 'findSignUp' | 'completeSignUp'> {
  const { db, clock } = options;
  const insertAccount = accountInserter(options, audit);
  const isAccount = db.prepare('SELECT 1 FROM account WHERE email = ?');
  const insertPending = db.prepare(`
    INSERT INTO pending_sign_up (token_hash, email, name, provider, subject, browser_hash, expires_at_ms)
    VALUES (?, ?, ?, ?, ?, ?, ?)`);
  const selectPending = db.prepare(`
    SELECT *
    FROM pending_sign_up
    WHERE token_hash = ?
      AND expires_at_ms > ?
      AND NOT EXISTS (SELECT 1 FROM account WHERE account.email = pending_sign_up.email)`);
  const removePending = db.prepare('DELETE FROM pending_sign_up WHERE email = ?');
  const insertIdentity = db.prepare('INSERT INTO identity (account_id, password_hash) VALUES (?, ?)');
  const browserHash = (browser: string) => tokens.hash(`browser ${browser}`);

  function keepPending(email: string, name: string, by: ProviderSubject | null, browser: string) {
    const address = toEmail(email);
    if (isAccount.get(address) !== undefined) return null;
    const token = tokens.make();
    const entry = by === null ? [null, null, null] : [by.provider, by.subject, browserHash(browser)];
    insertPending.run(tokens.hash(token), address, name, ...entry, clock.nowMs() + VERIFICATION_MS);
    return token;
  }

  function find(token: string, browser: string) {
    const row = selectPending.get(tokens.hash(token), clock.nowMs());
    if (row === undefined) return null;
    const person = subjectFor(row, browserHash(browser));
    // Somebody who has an account by now doesn't get a second one.
    const isFree = person !== null && connector.accountOf(person) === null;
    return { email: String(row.email), name: String(row.name), person: isFree ? person : null };
  }

  return {
    signUp: (email) => writeWhenFree(db, () => keepPending(email, '', null, '')),
    signUpByProvider: (person, email, name, browser) =>
      writeWhenFree(db, () => keepPending(email, name, person, browser)),
    async findSignUp(token, browser) {
      const found = find(token, browser);
      if (found === null) return null;
      const { email, name, person } = found;
      return { email, name, provider: person?.provider ?? null };
    },
    async completeSignUp(token, browser, { name, password }, from) {
      // Looked up before the costly hash, and again after it.
      if (find(token, browser) === null) return null;
      const passwordHash = password === null ? null : await hashPassword(password);
      return writeWhenFree(db, () => {
        const found = find(token, browser);
        if (found === null || (passwordHash === null && found.person === null)) return null;
        const account = insertAccount({ email: found.email, name, tier: 'free', role: 'developer' });
        if (account === null) return null;
        removePending.run(found.email);
        if (passwordHash !== null) insertIdentity.run(account.accountId, passwordHash);
        else if (found.person !== null) connector.connect(account.accountId, found.person);
        return startSession(account.accountId, from);
      });
    },
  };
}

/** The provider's user of a pending sign-up, only for the browser that came from the provider. */
function subjectFor(
  row: Readonly<Record<string, SQLOutputValue>>,
  browserHash: Uint8Array,
): ProviderSubject | null {
  const { provider, subject, browser_hash: kept } = row;
  if (typeof subject !== 'string' || !(kept instanceof Uint8Array)) return null;
  return timingSafeEqual(kept, browserHash) ? { provider: oneOf(PROVIDERS, provider), subject } : null;
}
