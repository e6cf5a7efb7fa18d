import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { AuditPage } from '../../../src/portal/contract/console-accounts.ts';
import { newDeveloper, type SignedIn } from '../../support/operator.ts';
import { PASSWORD } from '../../support/portal-client.ts';
import { suiteConsole } from '../../support/suite-app.ts';

describe('the audit log in the console', () => {
  const { app, operator } = suiteConsole();
  const ask = async (query = '') => (await operator.get<AuditPage>(`/console/audit${query}`)).view;
  const restore = (accountId: number) => operator.post('/console/account/restore', { accountId });
  const suspend = ({ accountId, email }: SignedIn) =>
    operator.post('/console/account/suspend', { accountId, confirmation: email });

  test('lines are found by actor, action, account and day, and name the accounts', async () => {
    const person = await newDeveloper(app, 'person@books.example');
    app.clock.advance(86_400_000);
    await suspend(person);
    await restore(person.accountId);
    const byOperator = await ask(`?actor=account:${operator.accountId}`);
    assert.equal(byOperator.entries.length, 2);
    assert.equal(byOperator.hasOlder, false);
    for (const { actor, target, action } of byOperator.entries) {
      assert.deepEqual(
        [actor.email, target.email, action],
        [operator.email, person.email, 'account.changed'],
      );
    }
    for (const account of [String(person.accountId), 'PERSON@books.example']) {
      const { entries } = await ask(`?account=${account}`);
      const actions = entries.map(({ action }) => action);
      assert.deepEqual(actions, ['account.changed', 'account.changed', 'account.created']);
    }
    assert.equal((await ask('?account=nobody@books.example')).entries.length, 0);
    assert.equal((await ask('?action=account.changed&from=2026-11-22&until=2026-11-22')).entries.length, 2);
    assert.equal((await ask(`?account=${person.accountId}&until=2026-11-21`)).entries.length, 1);
    assert.equal((await ask('?from=2026-11-23')).entries.length, 0);
    assert.ok(byOperator.actions.includes('account.created'));
    assert.ok(byOperator.actors.some(({ id }) => id === 'portal'));
    assert.equal((await operator.get('/console/audit?from=2026-02-30')).failure.field, 'from');
  });

  test('of a closed account only the number is left', async () => {
    const person = await newDeveloper(app, 'gone@books.example');
    await person.post('/account/close', { confirmation: person.email, password: PASSWORD });
    const { entries } = await ask(`?account=${person.accountId}`);
    assert.deepEqual(entries[0]?.target, {
      id: `account:${person.accountId}`,
      accountId: person.accountId,
      name: '',
      email: '',
    });
    assert.equal(JSON.stringify(await ask()).includes('gone@books.example'), false);
  });

  test('a page has 50 lines; the file all of the filter, and no cell that a spreadsheet takes for a formula', async () => {
    const person = await newDeveloper(app, '+formula@books.example');
    await suspend(person);
    for (let index = 0; index < 55; index++) {
      await app.accounts.updateAccount(person.accountId, { addOnEnrolled: index % 2 === 0 });
    }
    const filter = `?account=${person.accountId}`;
    const first = await ask(filter);
    assert.deepEqual([first.entries.length, first.hasOlder], [50, true]);
    const older = await ask(`${filter}&older=${first.entries.at(-1)?.auditId}`);
    assert.deepEqual([older.entries.length, older.hasOlder], [7, false]);
    const { text, headers } = await operator.get(`/console/audit.csv${filter}`);
    assert.match(String(headers['content-type']), /^text\/csv/);
    assert.match(String(headers['content-disposition']), /filename="audit_\d{4}-\d\d-\d\d\.csv"/);
    const lines = text.split('\r\n');
    assert.equal(lines[0], '\ufeffid,time,actor,action,target,detail,reason');
    assert.equal(lines.length, 1 + 57 + 1);
    assert.match(
      text,
      new RegExp(
        `,account:${operator.accountId},account\\.changed,account:${person.accountId},"\\{""from"":\\{""suspended"":false\\}`,
      ),
    );
    assert.doesNotMatch(text, /(?:^|,)"?[=+\-@\t]/m);
    assert.equal(text.includes('formula@books.example'), false);
  });
});
