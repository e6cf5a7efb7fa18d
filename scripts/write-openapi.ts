// npm run openapi - writes docs/openapi.json from the route schemas.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compose } from '../bin/compose.ts';
import { systemClock } from '../src/clock.ts';
import { readConfig } from '../src/config/config.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'seoga-openapi-'));
const baseUrl = 'http://127.0.0.1:8080';
const config = readConfig({ SEOGA_DATA_DIR: dataDir, SEOGA_BASE_URL: baseUrl, SEOGA_LOG_LEVEL: 'error' });
const service = await compose({ config, clock: systemClock, baseUrl });
const { statusCode, body } = await service.app.inject({ url: '/v1/openapi.json' });
if (statusCode !== 200) throw new Error(body);
const document = JSON.stringify(JSON.parse(body), null, 2);
writeFileSync(join(import.meta.dirname, '../docs/openapi.json'), `${document}\n`);
await service.close();
rmSync(dataDir, { recursive: true, force: true });
