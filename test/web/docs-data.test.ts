import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { endpointIn } from '../../web/src/docs/endpoint-texts.ts';
import { type OpenApiDocument, readEndpoints } from '../../web/src/docs/openapi.ts';
import { readMarkdown } from '../../web/src/docs/read-markdown.ts';
import { inReadingOrder } from '../../web/src/docs/reading-order.ts';

const root = resolve(import.meta.dirname, '../..');
const samplesFolder = join(root, 'web/src/docs/samples');
const document = JSON.parse(readFileSync(join(root, 'openapi.json'), 'utf8')) as OpenApiDocument;
const endpoints = readEndpoints(document);

/** Read the same in every language. */
const NAMES: ReadonlySet<string> = new Set(['ISBN13', 'DVD', 'Excel (.xlsx)']);

describe('the documentation', () => {
  const values = endpoints.flatMap(({ parameters, fields, headers }) =>
    [...parameters, ...fields, ...headers].flatMap((one) => one.values),
  );

  test('has Korean for every text of the OpenAPI document that pages show, and none for what is gone', () => {
    const shown = endpoints.flatMap(({ title, description, parameters, headers, fields }) => [
      title,
      description,
      ...[...parameters, ...headers, ...fields].map((one) => one.description),
    ]);
    const meanings = values.map(({ meaning }) => meaning).filter((text) => !NAMES.has(text));
    const labels = endpoints.flatMap(({ parameters }) => parameters.map(({ label }) => label));
    const korean = Object.entries(document['x-texts'].ko ?? {});
    assert.deepEqual(
      korean.map(([english]) => english).sort(),
      [...new Set([...shown, ...labels, ...meanings])].filter((text) => text !== '').sort(),
    );
    for (const [english, text] of korean) assert.match(text, /[가-힣]/, english);
  });

  test('shows an endpoint in Korean, and in English where a language has no texts of its own', () => {
    const author = endpoints.find(({ operation }) => operation === 'author');
    assert.ok(author !== undefined);
    const korean = endpointIn('ko', author);
    assert.equal(korean.title, '상품의 저자');
    assert.equal(korean.fields.find(({ path }) => path === 'data.data.author')?.description, '저자 이름');
    assert.equal(korean.parameters[0]?.values[1]?.meaning, '상품번호');
    assert.deepEqual(endpointIn('en', author), author);
  });

  test('describes every parameter, every known value, and says which value is the default', () => {
    const silent: unknown[] = [];
    JSON.parse(JSON.stringify(document), (name, part) => {
      const known: readonly unknown[] = part?.enum ?? part?.examples ?? [];
      const meanings = part?.['x-enumDescriptions'] ?? {};
      // Codes have pages of their own.
      if (name !== 'errorCode' && known.length > 1 && !known.every((value) => String(value) in meanings))
        silent.push(part);
      return part;
    });
    assert.deepEqual(silent, []);
    const sex = endpoints[0]?.parameters.find(({ name }) => name === 'sex');
    assert.deepEqual(sex?.values, [
      { value: 'A', meaning: 'All', isDefault: true },
      { value: 'M', meaning: 'Male', isDefault: false },
      { value: 'F', meaning: 'Female', isDefault: false },
    ]);
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

  test('leads from page to page, through every endpoint and every error code', () => {
    const order = inReadingOrder(endpoints, (text) => text).map(({ to }) => to);
    const at = order.indexOf('/docs/errors');
    assert.deepEqual(order.slice(at, at + 2), ['/docs/errors', '/docs/errors/AUTH_001']);
    const last = order.indexOf('/docs/errors/COMMON_500');
    assert.deepEqual(order.slice(last - 1, last + 2), [
      '/docs/errors/COMMON_431',
      '/docs/errors/COMMON_500',
      '/docs/rules',
    ]);
    for (const { operation } of endpoints) assert.ok(order.includes(`/docs/endpoints/${operation}`));
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
