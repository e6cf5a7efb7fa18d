// node check-document.mjs openapi.json - prints what Redocly and Spectral find wrong, a line each.
import { readFileSync } from 'node:fs';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import spectral from '@stoplight/spectral-core';
import rulesets from '@stoplight/spectral-rulesets';

const file = process.argv[2];
const source = readFileSync(file, 'utf8');
const config = await createConfig({ extends: ['recommended'] });
for (const { ruleId, message, location } of await lintFromString({ source, absoluteRef: file, config })) {
  console.log(`redocly ${ruleId} at ${location[0]?.pointer}: ${message}`);
}
const linter = new spectral.Spectral();
linter.setRuleset({ extends: [[rulesets.oas, 'recommended']] });
for (const { code, message, path } of await linter.run(JSON.parse(source))) {
  console.log(`spectral ${code} at ${path.join('/')}: ${message}`);
}
