import Ajv2020 from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect } from 'vitest';

type Json = Record<string, unknown>;
type Parameter = { name: string; in: string; required: boolean };

/** An endpoint as the sandbox's /openapi.json describes it. */
export type ServedOperation = {
  method: string;
  path: string;
  operationId: string;
  security: { bearer: string[] }[];
  parameters: Parameter[];
  requestBody?: unknown;
  responses: Record<string, { description: string; content?: { 'application/json': { schema: Json } } }>;
};

/**
 * The OpenAPI document of a sandbox, and a function that compares responses with it. The comparison uses the
 * library ajv, so it does not depend on this project's code.
 */
export type ServedDocument = {
  json: Json;
  operations: ServedOperation[];
  /** Fails the test if the document does not describe the status, the body or a field of the response. */
  expectDescribed: (operation: ServedOperation, status: number, body: unknown) => void;
};

/** Fetches and parses /openapi.json of the sandbox at the given origin. */
export async function servedDocument(origin: string): Promise<ServedDocument> {
  const response = await fetch(`${origin}/openapi.json`);
  const json = (await response.json()) as Json & {
    paths: Record<string, Record<string, ServedOperation>>;
    components: { schemas: Json };
  };
  const operations = Object.entries(json.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, method, path })),
  );
  const $defs = withoutGrowth(json.components.schemas);
  const ajv = addFormats(new Ajv2020({ allErrors: true }));
  return {
    json,
    operations,
    expectDescribed: ({ operationId, responses }, status, body) => {
      const what = `${operationId} ${status}`;
      const described = responses[status];
      expect(described, `${what} is not in the document`).toBeDefined();
      if (!described?.content) return expect(body, what).toBeUndefined();
      const schema = withoutGrowth(described.content['application/json'].schema);
      const validate = ajv.compile({ ...schema, $defs });
      validate(body);
      expect(validate.errors ?? [], what).toEqual([]);
    },
  };
}

/**
 * Returns a stricter copy of the schema, in which each object forbids additional properties. The document allows
 * additional properties for future versions, but it must describe every field that the sandbox returns today.
 */
function withoutGrowth(schema: Json): Json {
  const text = JSON.stringify(schema).replaceAll('"#/components/schemas/', '"#/$defs/');
  return JSON.parse(text, (_key, value) =>
    typeof value === 'object' && value !== null && value.type === 'object' && 'properties' in value
      ? { additionalProperties: false, ...value }
      : value,
  ) as Json;
}
