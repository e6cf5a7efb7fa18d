import { join } from 'node:path';
import { ACCOUNTS_FILE, openDatabase } from '../../src/store/sqlite/database.ts';
import { type PortalClient, signUp } from './portal-client.ts';
import type { TestApp } from './test-app.ts';

/** A new account with the role of operators, signed in. */
export async function signUpOperator(app: TestApp, email: string, address?: string): Promise<PortalClient> {
  const client = await signUp(app, email, address);
  const db = openDatabase(join(app.config.dataDir, ACCOUNTS_FILE), { busyTimeoutMs: 1000 });
  db.prepare("UPDATE account SET role = 'operator' WHERE email = ?").run(email);
  db.close();
  return client;
}
