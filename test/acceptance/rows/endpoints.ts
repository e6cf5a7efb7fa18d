import assert from 'node:assert/strict';
import type { Answer } from '../../support/answer.ts';
import { ENDPOINTS, type Endpoint, type Values } from '../interface.ts';
import type { Parameter } from '../parameters.ts';
import { failed, type Rows } from '../rows.ts';
import type { Client } from '../service.ts';

/**
 * Every refusal of every endpoint. The only place that proves that a wrong parameter is refused: docs/api.md#parameters. What the
 * OpenAPI document says of it: test/openapi.test.ts.
 */
export function endpointRows(rows: Rows): void {
  rows.test('OpenAPI document: names the endpoints of the interface and no other', async ({ contract }) => {
    assert.match(contract.document.openapi, /^3\.1\./);
    const paths = ENDPOINTS.map(({ path }) => path);
    assert.deepEqual(Object.keys(contract.document.paths).sort(), paths.sort());
  });
  for (const endpoint of ENDPOINTS) {
    parameterRows(endpoint, rows);
    errorRows(endpoint, rows);
  }
}

function parameterRows({ name, path, parameters, call }: Endpoint, { test }: Rows): void {
  if (parameters.length === 0) {
    test(`${name} parameters: none, others are ignored`, async ({ client }) => {
      assert.equal((await client.call(path, { page: 'x', pageSize: 0 })).status, 200);
    });
    return;
  }
  const title = parameters.map((parameter) => parameter.name).join(', ');
  test(`${name} parameters: wrong values, one after the other: ${title}`, async ({ client }) => {
    const wrong = Object.fromEntries(
      parameters.map((parameter) => [parameter.name, parameter.wrong[0] ?? '']),
    );
    failed(await client.call(path, wrong, { key: 'x' }), 401, 'AUTH_002');
    const asked: Record<string, string | number> = { ...wrong };
    for (const parameter of parameters) {
      await proveRefusals(client, path, asked, parameter);
      asked[parameter.name] = parameter.right;
    }
    // In form, so that only the data can fail now.
    const { status, json } = await client.call(path, asked);
    assert.ok([200, 404].includes(status) || json.errorCode === 'PARAM_009', json.message);
  });

  const defaults = parameters.flatMap(({ name, fallback }) =>
    fallback === undefined ? [] : [[name, fallback]],
  );
  test(`${name} defaults: as documented, for what is left out`, async ({ client }) => {
    const named: Values = { ...Object.fromEntries(defaults), ...call };
    assert.equal(dataOf(await client.call(path, named)), dataOf(await client.call(path, call)));
  });
}

/** A parameter's refusals, while those before it are right and those behind it wrong. */
async function proveRefusals(
  client: Client,
  path: string,
  asked: Values,
  parameter: Parameter,
): Promise<void> {
  const { name, code, right, wrong, says, isRequired = false } = parameter;
  for (const value of wrong) {
    const message = failed(await client.call(path, { ...asked, [name]: value }), 400, code);
    // Of a query, a list of numbers for instance, only the part that is wrong is repeated.
    for (const word of [...says, ...(name === 'query' || code === 'PARAM_001' ? [] : [value])])
      assert.ok(message.includes(word), `${name}=${value}: ${message}`);
  }
  const { [name]: _, ...others } = asked;
  if (isRequired) failed(await client.call(path, others), 400, code);
  const twice = new URLSearchParams();
  for (const [other, value] of Object.entries(others)) twice.append(other, String(value));
  for (let times = 0; times < 2; times++) twice.append(name, String(right));
  failed(await client.call(path, twice.toString()), 400, code);
}

/** What an answer says, without what it says of its request. */
function dataOf({ status, json, bytes, headers }: Answer): string {
  assert.equal(status, 200, json.message);
  if (!headers['content-type']?.startsWith('application/json')) return bytes.toString('latin1');
  return JSON.stringify({ ...json.data, meta: null });
}

function errorRows({ name, path, errors }: Endpoint, { test }: Rows): void {
  for (const [code, calls] of Object.entries(errors).filter(([, one]) => one.length > 0)) {
    test(`${name} 404 ${code}: ${calls.map(queryOf).join(' ')}`, async ({ client }) => {
      for (const parameters of calls) {
        const answer = await client.call(path, parameters);
        failed(answer, 404, code);
        assert.equal(answer.headers['content-disposition'], undefined);
      }
    });
  }
}

function queryOf(values: Values): string {
  return `?${Object.entries(values)
    .map((pair) => pair.join('='))
    .join('&')}`;
}
