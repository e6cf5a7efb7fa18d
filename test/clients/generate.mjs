// node generate.mjs openapi.json FOLDER - writes the types of openapi-typescript and the client of @hey-api/openapi-ts.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from '@hey-api/openapi-ts';
import openapiTypescript, { astToString } from 'openapi-typescript';

const [file, folder] = process.argv.slice(2);
const document = JSON.parse(readFileSync(file, 'utf8'));
writeFileSync(join(folder, 'schema.d.ts'), astToString(await openapiTypescript(document)));
await createClient({
  input: document,
  output: join(folder, 'generated'),
  plugins: ['@hey-api/client-fetch', '@hey-api/sdk', '@hey-api/typescript'],
  logs: { level: 'silent' },
});
