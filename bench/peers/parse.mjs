// Parse Server on PostgreSQL: an item and a list by REST with a key. It has no limits by key and counts no calls.
import express from 'express';
import { ParseServer } from 'parse-server';
import pg from 'pg';
import { listening } from './shop.mjs';

const TEXT = pg.types.builtins.TEXT;
const [databaseURI, restAPIKey] = process.argv.slice(2);
const database = new pg.Client(databaseURI);
await database.connect();
const EVERYONE = { '*': true };
const classLevelPermissions = { get: EVERYONE, find: EVERYONE, count: EVERYONE };
const [item, list] = [await columnsOf('item'), await columnsOf('list')];
const parse = new ParseServer({
  databaseURI,
  restAPIKey,
  appId: 'bench',
  masterKey: 'of the bench alone',
  serverURL: 'http://127.0.0.1/parse',
  silent: true,
  logsFolder: null,
  schema: {
    definitions: [
      { className: 'Item', fields: item, classLevelPermissions },
      {
        className: 'List',
        fields: { ...list, item: { type: 'Pointer', targetClass: 'Item' } },
        classLevelPermissions,
      },
    ],
  },
});
await parse.start();
await copy('item', 'Item', item, { objectId: '"itemId"::text' });
await copy('list', 'List', list, { objectId: `"categoryId" || '-' || "sortOrder"`, item: '"itemId"::text' });
await database.query('CREATE INDEX ON "List" ("categoryId", "sortOrder"); ANALYZE');
await database.end();
const server = express()
  .use('/parse', parse.app)
  .listen(0, '127.0.0.1', () => listening(server));

/** Fields of a class by the columns of a table, which are text or integers. */
async function columnsOf(table) {
  const { fields } = await database.query(`SELECT * FROM ${table} LIMIT 0`);
  return Object.fromEntries(
    fields.map(({ name, dataTypeID }) => [name, { type: dataTypeID === TEXT ? 'String' : 'Number' }]),
  );
}

/** Fills a class of Parse from a table. */
async function copy(table, className, columns, own) {
  const values = { ...own, createdAt: 'now()', updatedAt: 'now()' };
  const names = Object.keys(columns).map((name) => `"${name}"`);
  await database.query(`INSERT INTO "${className}" ("${Object.keys(values).join('", "')}", ${names})
    SELECT ${Object.values(values)}, ${names} FROM ${table}`);
}
