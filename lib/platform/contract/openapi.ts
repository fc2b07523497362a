import { z } from 'zod';
import { apiRevision } from './common';
import { ErrorEnvelope } from './errors';
import { type Json, jsonSchemaOf } from './json-schema';
import { type DocumentedErrors, everyEndpoint } from './endpoint-errors';
import { type EndpointName, endpoints } from './endpoints';
import type { Scope } from './scopes';

/**
 * Returns the OpenAPI 3.1 document of the platform API. The document is made from the same schemas that the client and
 * the sandbox use. `serverUrl` includes /v1.
 */
export function openApiDocument(serverUrl: string): Json {
  const schemas: Record<string, Json> = {};
  const paths: Record<string, Json> = {};
  for (const [name, endpoint] of Object.entries(endpoints)) {
    const path = paths[endpoint.path] ?? {};
    const described = describe(name as EndpointName, schemas);
    paths[endpoint.path] = { ...path, [endpoint.method.toLowerCase()]: described };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Commerce Platform API for installed apps', version: apiRevision },
    servers: [{ url: serverUrl }],
    paths,
    components: { schemas, securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
  };
}

type Described = {
  path: string;
  scope: Scope | null;
  idempotent: boolean;
  keyOptional?: boolean;
  status: number;
  query?: z.ZodType;
  body?: z.ZodType;
  answer: z.ZodType;
  errors: DocumentedErrors;
};

/** Describes one endpoint in OpenAPI. Named schemas are added to `schemas` and referenced. */
function describe(name: EndpointName, schemas: Record<string, Json>): Json {
  const endpoint: Described = endpoints[name];
  const { scope, query, body, answer, errors } = endpoint;
  const content = (type: z.ZodType, io: 'input' | 'output') => ({
    content: { 'application/json': { schema: jsonSchemaOf(type, io, schemas) } },
  });
  return {
    operationId: name,
    ...(scope && { description: `Needs the scope ${scope}.` }),
    security: [{ bearer: scope ? [scope] : [] }],
    parameters: [
      ...pathParameters(endpoint.path),
      ...(query ? queryParameters(jsonSchemaOf(query, 'input', schemas)) : []),
      ...keyHeader(endpoint),
    ],
    ...(body && { requestBody: { required: true, ...content(body, 'input') } }),
    responses: {
      [endpoint.status]:
        answer instanceof z.ZodUndefined
          ? { description: 'Done; no body.' }
          : { description: 'Success.', ...content(answer, 'output') },
      ...errorAnswers({ ...everyEndpoint, ...errors }, content(ErrorEnvelope, 'output')),
    },
  };
}

/**
 * Returns the error responses of an endpoint in OpenAPI form: one for each documented status, and a default for any
 * other failure. All have the same error envelope.
 */
function errorAnswers(errors: DocumentedErrors, envelope: Json): Json {
  const listed = Object.entries(errors).map(([status, codes]) => [
    status,
    { description: codes.join(', '), ...(status === '429' && { headers: retryAfter }), ...envelope },
  ]);
  return { ...Object.fromEntries(listed), default: { description: 'Any other failure.', ...envelope } };
}

const retryAfter = { 'Retry-After': { description: 'Seconds.', schema: { type: 'integer', minimum: 1 } } };

function pathParameters(path: string): Json[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
}

function queryParameters(query: { properties?: Record<string, Json>; required?: string[] }): Json[] {
  const { properties = {}, required = [] } = query;
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }));
}

function keyHeader(endpoint: { idempotent: boolean; keyOptional?: boolean }): Json[] {
  if (!endpoint.idempotent && !endpoint.keyOptional) return [];
  const schema = { type: 'string', minLength: 1, maxLength: 200 };
  return [{ name: 'Idempotency-Key', in: 'header', required: endpoint.idempotent, schema }];
}
