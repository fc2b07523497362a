import { z } from 'zod';
import { apiRevision } from './common';
import { ErrorEnvelope } from './errors';
import { type OperationName, operations } from './operations';

type Json = Record<string, unknown>;

/**
 * The OpenAPI 3.1 document of the API, made from the same contracts that the client calls by and the sandbox serves
 * by. `serverUrl` includes /v1.
 */
export function openApiDocument(serverUrl: string): Json {
  const paths: Record<string, Json> = {};
  for (const [name, operation] of Object.entries(operations)) {
    const path = paths[operation.path] ?? {};
    paths[operation.path] = { ...path, [operation.method.toLowerCase()]: describe(name as OperationName) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Commerce Platform API for installed apps', version: apiRevision },
    servers: [{ url: serverUrl }],
    security: [{ bearer: [] }],
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    paths,
  };
}

function describe(name: OperationName): Json {
  const operation: (typeof operations)[OperationName] & {
    query?: z.ZodType;
    body?: z.ZodType;
    keyOptional?: true;
  } = operations[name];
  return {
    operationId: name,
    ...(operation.scope && { description: `Needs the scope ${operation.scope}.` }),
    parameters: [
      ...pathParameters(operation.path),
      ...queryParameters(operation.query),
      ...keyHeader(operation),
    ],
    ...(operation.body && {
      requestBody: { required: true, content: json(schemaOf(operation.body, 'input')) },
    }),
    responses: {
      [operation.status]:
        operation.answer instanceof z.ZodUndefined
          ? { description: 'Done; no body.' }
          : { description: 'Success.', content: json(schemaOf(operation.answer, 'output')) },
      default: { description: 'An error envelope.', content: json(schemaOf(ErrorEnvelope, 'output')) },
    },
  };
}

function pathParameters(path: string): Json[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
}

function queryParameters(query: z.ZodType | undefined): Json[] {
  if (!query) return [];
  const { properties = {}, required = [] } = schemaOf(query, 'input') as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }));
}

function keyHeader(operation: { idempotent: boolean; keyOptional?: true }): Json[] {
  if (!operation.idempotent && !operation.keyOptional) return [];
  const schema = { type: 'string', minLength: 1, maxLength: 200 };
  return [{ name: 'Idempotency-Key', in: 'header', required: operation.idempotent, schema }];
}

const json = (schema: Json): Json => ({ 'application/json': { schema } });

function schemaOf(type: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...schema } = z.toJSONSchema(type, { io, unrepresentable: 'any' });
  return schema;
}
