import { timingSafeEqual } from 'node:crypto';
import { type Identity, VERIFICATION_MS } from '../../../accounts/identity.ts';
import { hashPassword } from '../../../accounts/password.ts';
import { PROVIDERS, type ProviderSubject } from '../../../accounts/sign-in-provider.ts';
import { oneOf } from '../../stored-value.ts';
import type { Queryable } from '../sql-database.ts';
import { insertAccount, NEW_DEVELOPER, toEmail } from './account-rows.ts';
import { accountOfPerson, connectPerson, lockPerson } from './identity-providers.ts';
import { type IdentityParts, setPassword } from './identity-tokens.ts';

interface PendingRow {
  readonly email: string;
  readonly name: string;
  readonly provider: string | null;
  readonly subject: string | null;
  readonly browser_hash: Uint8Array | null;
}

/** Sign-up. */
export function signUpMethods(parts: IdentityParts) {
  const { database, clock, tokens, sessions } = parts;
  const browserHash = (browser: string) => tokens.hash(`browser ${browser}`);

  async function keepPending(email: string, name: string, by: ProviderSubject | null, browser: string) {
    const token = tokens.make();
    const rows = await database.query(
      `INSERT INTO pending_sign_up (token_hash, email, name, provider, subject, browser_hash, expires_at_ms)
       SELECT $1, $2, $3, $4, $5, $6, $7
       WHERE NOT EXISTS (SELECT 1 FROM account WHERE email = $2)
       RETURNING email`,
      [
        tokens.hash(token),
        toEmail(email),
        name,
        by?.provider ?? null,
        by?.subject ?? null,
        by === null ? null : browserHash(browser),
        clock.nowMs() + VERIFICATION_MS,
      ],
    );
    return rows.length === 0 ? null : token;
  }

  /** The sign-up of a token, unless it has expired or its address has an account by now. */
  async function find(queryable: Queryable, token: string, browser: string) {
    const [row] = await queryable.query<PendingRow>(
      `SELECT email, name, provider, subject, browser_hash
       FROM pending_sign_up p
       WHERE token_hash = $1
         AND expires_at_ms > $2
         AND NOT EXISTS (SELECT 1 FROM account a WHERE a.email = p.email)`,
      [tokens.hash(token), clock.nowMs()],
    );
    if (row === undefined) return null;
    const person = subjectFor(row, browserHash(browser));
    // A person who has an account meanwhile doesn't get a second one.
    const isFree = person !== null && (await accountOfPerson(queryable, person)) === null;
    return { email: row.email, name: row.name, person: isFree ? person : null };
  }

  return {
    signUp: (email) => keepPending(email, '', null, ''),
    signUpByProvider: (person, email, name, browser) => keepPending(email, name, person, browser),
    async findSignUp(token, browser) {
      const found = await find(database, token, browser);
      if (found === null) return null;
      const { email, name, person } = found;
      return { email, name, provider: person?.provider ?? null };
    },
    async completeSignUp(token, browser, { name, password }, from) {
      // Looked up before the costly hash, and again after it.
      const seen = await find(database, token, browser);
      if (seen === null) return null;
      const passwordHash = password === null ? null : await hashPassword(password);
      return database.transaction(async (transaction) => {
        if (seen.person !== null) await lockPerson(transaction, seen.person);
        const found = await find(transaction, token, browser);
        if (found === null || (passwordHash === null && found.person === null)) return null;
        const { email, person } = found;
        const account = await insertAccount(transaction, { ...NEW_DEVELOPER, email, name }, parts);
        if (account === null) return null;
        await transaction.query('DELETE FROM pending_sign_up WHERE email = $1', [email]);
        if (passwordHash !== null) await setPassword(transaction, account.accountId, passwordHash);
        else if (person !== null) await connectPerson(transaction, account.accountId, person, parts);
        return sessions.start(transaction, account.accountId, from);
      });
    },
  } satisfies Partial<Identity>;
}

/** The provider's user of a pending sign-up, only for the browser that came from the provider. */
function subjectFor(
  { provider, subject, browser_hash }: PendingRow,
  browserHash: Buffer,
): ProviderSubject | null {
  if (provider === null || subject === null || browser_hash === null) return null;
  return timingSafeEqual(browser_hash, browserHash)
    ? { provider: oneOf(PROVIDERS, provider), subject }
    : null;
}
