import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { type OpenApiDocument, readEndpoints } from '../../web/src/docs/openapi.ts';
import { readMarkdown } from '../../web/src/docs/read-markdown.ts';
import { TERMS_KO } from '../../web/src/docs/terms-ko.ts';

const root = resolve(import.meta.dirname, '../..');
const samplesFolder = join(root, 'web/src/docs/samples');
const document = JSON.parse(readFileSync(join(root, 'openapi.json'), 'utf8')) as OpenApiDocument;
const endpoints = readEndpoints(document);

describe('the documentation', () => {
  test('has Korean for every title and description of the OpenAPI document, and none for words that are gone', () => {
    const shown = new Set(
      endpoints.flatMap((endpoint) => [
        endpoint.title,
        endpoint.description,
        ...endpoint.parameters.map((parameter) => parameter.description),
        ...endpoint.headers.map((header) => header.description),
        ...endpoint.fields
          .filter((field) => field.path.startsWith('data.'))
          .map((field) => field.description),
      ]),
    );
    shown.delete('');
    assert.deepEqual(
      [...shown].filter((text) => !(text in TERMS_KO)),
      [],
      'without Korean',
    );
    assert.deepEqual(
      Object.keys(TERMS_KO).filter((text) => !shown.has(text)),
      [],
      'left over',
    );
  });

  test('describes every parameter', () => {
    for (const endpoint of endpoints) {
      const silent = endpoint.parameters.filter((parameter) => parameter.description === '');
      const names = silent.map((parameter) => parameter.name);
      assert.deepEqual(names, [], endpoint.operation);
    }
  });

  test('has a sample of every endpoint and of no other', () => {
    const operations = endpoints.map((endpoint) => `${endpoint.operation}.json`);
    assert.deepEqual(readdirSync(samplesFolder).sort(), operations.sort());
  });

  for (const endpoint of endpoints) {
    test(`${endpoint.operation}: its sample is an answer that the interface promises`, () => {
      const { body } = JSON.parse(
        readFileSync(join(samplesFolder, `${endpoint.operation}.json`), 'utf8'),
      ) as {
        readonly body: unknown;
      };
      if (endpoint.fileTypes.length > 0) {
        assert.ok(Array.isArray(body) && body.length > 1 && body.every((line) => typeof line === 'string'));
        return;
      }
      const ajv = new Ajv2020({ strict: false, validateFormats: false });
      const response = `#/paths/${endpoint.path.replaceAll('/', '~1')}/get/responses/200`;
      const schema = { ...document, $ref: `${response}/content/application~1json/schema` };
      assert.ok(ajv.validate(schema, body), ajv.errorsText());
    });
  }

  test('names every version of the changelog in Korean, too', () => {
    const versions = (file: string) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(/^## (.+)$/gm)].map(([, version]) => version);
    assert.deepEqual(versions('docs/CHANGELOG.ko.md'), versions('CHANGELOG.md'));
  });

  test('has the same headings, at the same anchors, in both languages', () => {
    const anchors = (language: string, name: string) =>
      readMarkdown(readFileSync(join(root, 'web/src/docs/text', language, name), 'utf8')).flatMap((block) =>
        block.kind === 'heading' ? [block.anchor] : [],
      );
    const names = readdirSync(join(root, 'web/src/docs/text/ko'));
    assert.deepEqual(readdirSync(join(root, 'web/src/docs/text/en')), names);
    for (const name of names) assert.deepEqual(anchors('en', name), anchors('ko', name), name);
  });
});
