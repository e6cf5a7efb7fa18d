import assert from 'node:assert/strict';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

/** What the service promises of its answers in its own OpenAPI document. */
export interface Contract {
  readonly document: OpenApiDocument;
  /** Fails when a body is not as the document says for its path and status. */
  check(method: string, path: string, status: number, body: unknown): void;
}

/** The part of an OpenAPI document that the suite reads. */
export interface OpenApiDocument {
  readonly openapi: string;
  readonly paths: Readonly<
    Record<string, { readonly get?: { readonly responses: Readonly<Record<string, unknown>> } }>
  >;
}

/** Every failure has this envelope, also where there is no endpoint that could document it. */
const FAILURE = {
  type: 'object',
  required: ['success', 'message', 'errorCode', 'data'],
  properties: {
    success: { const: false },
    message: { type: 'string', minLength: 1 },
    errorCode: { type: 'string', pattern: '^[A-Z]+_[A-Z0-9]+$' },
    data: { type: 'object', maxProperties: 0 },
  },
  additionalProperties: false,
};

/** Answered before the path of the request is known, so that no path's documentation can hold them. */
const OUTSIDE_OF_PATHS = [405, 408, 431];

/** Reads a document as the service gives it. */
export function createContract(document: OpenApiDocument): Contract {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
  ajv.addSchema(closed(document), 'openapi');
  const isFailure = ajv.compile(FAILURE);
  const validators = new Map<string, ValidateFunction>();
  const documented = (path: string, status: number): ValidateFunction => {
    const pointer = `openapi#/paths/${escapePointer(path)}/get/responses/${status}/content/application~1json/schema`;
    const known = validators.get(pointer) ?? ajv.compile({ $ref: pointer });
    validators.set(pointer, known);
    return known;
  };
  return {
    document,
    check(method, path, status, body) {
      const title = `${method} ${path}, ${status}`;
      if (status >= 400) assert.ok(isFailure(body), `${title}: ${ajv.errorsText(isFailure.errors)}`);
      const operation = document.paths[path]?.get;
      if (operation === undefined || OUTSIDE_OF_PATHS.includes(status)) return;
      assert.ok(operation.responses[status], `${title}: the OpenAPI document names no such status`);
      const isAsDocumented = documented(path, status);
      assert.ok(isAsDocumented(body), `${title}: ${ajv.errorsText(isAsDocumented.errors)}`);
    },
  };
}

/**
 * The document with every named shape closed: clients must accept unknown fields, the service must not send any that
 * its document leaves out.
 */
function closed(part: unknown): object {
  const close = (one: unknown): unknown => {
    if (Array.isArray(one)) return one.map(close);
    if (typeof one !== 'object' || one === null) return one;
    const inside = Object.fromEntries(Object.entries(one).map(([name, value]) => [name, close(value)]));
    return 'properties' in inside && inside.type === 'object'
      ? { ...inside, additionalProperties: false }
      : inside;
  };
  return close(part) as object;
}

/** A member's name as JSON pointers write it. */
function escapePointer(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}
